-- Who did what to whom and when stays. Once a member is erased, texts about them go, and the address they acted
-- from.
create or replace function guard_audit_entry() returns trigger language plpgsql as $$
declare
  personal constant text[] := '{before,after,reason,address}';
  is_about boolean := is_erased(audited_member(old.subject));
  is_by boolean := is_erased(audited_member(old.actor));
begin
  if tg_op = 'UPDATE' and (is_about or is_by) and to_jsonb(new) - personal = to_jsonb(old) - personal
    and (new.address is not distinct from old.address or (is_by and new.address is null))
    and (new.reason is not distinct from old.reason or (is_about and is_blotted_out(old.reason, new.reason)))
    and (new.before is not distinct from old.before or (is_about and new.before is null))
    and (new.after is not distinct from old.after or (is_about and new.after is null))
  then
    return new;
  end if;
  raise exception 'audit_entry rows are never changed or removed' using errcode = 'restrict_violation';
end $$;

create trigger audit_entry_append_only before update or delete on audit_entry
  for each row execute function guard_audit_entry();
