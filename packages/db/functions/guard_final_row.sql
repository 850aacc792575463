-- A correction and a grant are final; their reason goes when the member is erased.
create or replace function guard_final_row() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and is_erased(old.member_id) and to_jsonb(new) - 'reason' = to_jsonb(old) - 'reason'
    and is_blotted_out(old.reason, new.reason) then
    return new;
  end if;
  raise exception '% rows are never changed or removed', tg_table_name using errcode = 'restrict_violation';
end $$;

create trigger earnings_correction_append_only before update or delete on earnings_correction
  for each row execute function guard_final_row();
create trigger premium_grant_append_only before update or delete on premium_grant
  for each row execute function guard_final_row();
