-- A correction is final; its reason goes when the member is erased.
create or replace function guard_correction() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and is_erased(old.member_id) and to_jsonb(new) - 'reason' = to_jsonb(old) - 'reason'
    and is_blotted_out(old.reason, new.reason) then
    return new;
  end if;
  raise exception 'earnings_correction rows are never changed or removed' using errcode = 'restrict_violation';
end $$;

create trigger earnings_correction_append_only before update or delete on earnings_correction
  for each row execute function guard_correction();
