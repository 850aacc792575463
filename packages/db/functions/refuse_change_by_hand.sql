-- Only the ledger's own triggers write here.
create or replace function refuse_change_by_hand() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() = 1 then
    raise exception '% rows are never changed or removed', tg_table_name using errcode = 'restrict_violation';
  end if;
  return null;
end $$;

create trigger earning_day_guard before update or delete on earning_day
  for each statement execute function refuse_change_by_hand();
create trigger points_total_guard before insert or update or delete on points_total
  for each statement execute function refuse_change_by_hand();
