create or replace function settle_postings() returns trigger language plpgsql as $$
declare
  delta bigint;
  booked bigint;
  settled bigint;
begin
  select sum(available_delta + held_delta), count(*) into delta, booked from added;
  if delta <> 0 then
    update points_total set points = points + delta where slot = pg_backend_pid() % 4096;
    if not found then
      insert into points_total (slot, points) values (pg_backend_pid() % 4096, delta)
      on conflict (slot) do update set points = points_total.points + excluded.points;
    end if;
  end if;

  -- As for posting_moves_balance: depth 2 is a trigger that books several.
  if pg_trigger_depth() = 2 then
    update wallet w set
      available = a.available_after, held = a.held_after, earned = w.earned + a.available_delta, seq = a.seq,
      last_hash = a.hash, in_reversal_debt = a.available_after < 0
    from added a
    where w.member_id = a.member_id
      and (w.seq, w.available, w.held) = (a.seq - 1, a.available_after - a.available_delta, a.held_after - a.held_delta);
    get diagnostics settled = row_count;
    if settled <> booked then
      raise exception 'a posting does not follow on what its wallet says' using errcode = 'restrict_violation';
    end if;
    -- Each member by his key: a join would read all those who are not erased while there are few.
    insert into earning_day (member_id, day, points)
    select a.member_id, (a.created_at at time zone coalesce(
      (select record ->> 'timeZone' from economy_version order by version desc limit 1), 'Africa/Nairobi'
    ))::date, a.available_delta
    from added a where (select m.erased_at is null from member m where m.member_id = a.member_id)
    on conflict (member_id, day) do update set points = earning_day.points + excluded.points;
    get diagnostics settled = row_count;
    if settled <> booked then
      raise exception 'one of these members was erased' using errcode = 'restrict_violation';
    end if;
  end if;
  return null;
end $$;

create trigger posting_settled after insert on posting referencing new table as added
  for each statement execute function settle_postings();
