-- Counts a spin. Deferred, so that the shared row of the day is locked last.
create or replace function count_spin() returns trigger language plpgsql as $$
begin
  insert into spin_count (day, shard, spins, points)
  values (new.day, count_shard(new.member_id), 1, new.points)
  on conflict (day, shard) do update
    set spins = spin_count.spins + 1, points = spin_count.points + excluded.points;
  return null;
end $$;

create constraint trigger spin_counted after insert on spin
  deferrable initially deferred for each row execute function count_spin();
