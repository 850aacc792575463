-- A new run may remove an open difference that is gone. A resolved one stays.
create or replace function guard_difference() returns trigger language plpgsql as $$
begin
  if old.resolved_at is null and tg_op = 'DELETE' then
    return old;
  end if;
  if tg_op = 'UPDATE' and old.resolved_at is null
    and to_jsonb(new) - '{resolution,resolved_by,resolved_at}'::text[]
      = to_jsonb(old) - '{resolution,resolved_by,resolved_at}'::text[]
  then
    return new;
  end if;
  raise exception 'a difference that was found stays as it was found' using errcode = 'restrict_violation';
end $$;

create trigger reconciliation_difference_guard before update or delete on reconciliation_difference
  for each row execute function guard_difference();
