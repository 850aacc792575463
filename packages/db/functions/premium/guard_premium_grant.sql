-- A grant is final; its reason goes when the member is erased.
create or replace function guard_premium_grant() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and is_erased(old.member_id) and to_jsonb(new) - 'reason' = to_jsonb(old) - 'reason'
    and is_blotted_out(old.reason, new.reason)
  then
    return new;
  end if;
  raise exception 'premium_grant rows are never changed or removed' using errcode = 'restrict_violation';
end $$;

create trigger premium_grant_append_only before update or delete on premium_grant
  for each row execute function guard_premium_grant();
