-- What was requested never changes, and a settled payment is final.
create or replace function guard_premium_payment() returns trigger language plpgsql as $$
declare
  personal constant text[] := '{mpesa_number,result_description,decision_note}';
begin
  if tg_op = 'DELETE' then
    raise exception 'a payment is never removed' using errcode = 'restrict_violation';
  end if;
  if is_erased(old.member_id) and to_jsonb(new) - personal = to_jsonb(old) - personal then
    return new;
  end if;
  -- A late callback adds the receipt of a payment that was granted without it.
  if old.state = 'paid' and old.receipt is null
    and to_jsonb(new) - '{receipt,reported_kes}'::text[] = to_jsonb(old) - '{receipt,reported_kes}'::text[]
  then
    return new;
  end if;
  if old.state in ('paid', 'closed') then
    raise exception 'a % payment is final', old.state using errcode = 'restrict_violation';
  end if;
  if (new.amount_kes, new.months, new.mpesa_number, new.account_reference)
    is distinct from (old.amount_kes, old.months, old.mpesa_number, old.account_reference) then
    raise exception 'what was asked for cannot be changed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create trigger premium_payment_guard before update or delete on premium_payment
  for each row execute function guard_premium_payment();
