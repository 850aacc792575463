-- Adds a posting to the sum of all points, in the row of this connection.
create or replace function add_to_points_total() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  ledger text := set_config('chuma.ledger', 'open', true);
  delta bigint := new.available_delta + new.held_delta;
begin
  if delta <> 0 then
    insert into points_total (slot, points) values (pg_backend_pid() % 4096, delta)
    on conflict (slot) do update set points = points_total.points + excluded.points;
  end if;
  ledger := set_config('chuma.ledger', 'closed', true);
  return null;
end $$;

create trigger posting_adds_to_total after insert on posting
  for each row execute function add_to_points_total();
