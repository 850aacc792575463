-- An invoice and a receipt stay as they were issued and booked: only their state moves, with its reason.
create or replace function guard_partner_document() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - '{state,reason,written_off_cents}'::text[]
      = to_jsonb(old) - '{state,reason,written_off_cents}'::text[] then
    return new;
  end if;
  raise exception '% rows stay as they were issued', tg_table_name using errcode = 'restrict_violation';
end $$;

create trigger partner_invoice_guard before update or delete on partner_invoice
  for each row execute function guard_partner_document();
create trigger partner_receipt_guard before update or delete on partner_receipt
  for each row execute function guard_partner_document();
