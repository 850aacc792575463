-- Postings of several members in one statement. The rules stay where they are: the triggers look at each row as ever. What is
-- shared is beginning, ending and committing. A wallet that somebody else has locked is left out of it, with its posting: who
-- waits for one member must not hold up the others.

-- The sum of all points moves once a statement. Row by row, each change of the same counter would look for it behind all those
-- of its own transaction.
drop trigger posting_total_moves on posting;
drop function move_points_total();
create function move_points_total() returns trigger language plpgsql as $$
declare
  delta bigint;
begin
  select sum(available_delta + held_delta) into delta from added;
  if delta <> 0 then
    update points_total set points = points + delta where slot = pg_backend_pid() % 4096;
    if not found then
      insert into points_total (slot, points) values (pg_backend_pid() % 4096, delta)
      on conflict (slot) do update set points = points_total.points + excluded.points;
    end if;
  end if;
  return null;
end $$;
create trigger posting_total_moves after insert on posting
  referencing new table as added for each statement execute function move_points_total();

-- Books one movement of each member; `asked` is an array of objects, one a member. No row comes back for whom was left out, nor
-- for what was booked before.
create function book_postings(asked json)
returns table (member_id uuid, id bigint, points bigint, available_after bigint, held_after bigint) language plpgsql as $$
#variable_conflict use_column
begin
  return query
  insert into posting as p (
    member_id, kind, available_delta, held_delta, house_account, source_key, description, subject_id, reverses_seq, actor
  )
  -- One wallet after the other: a plan that read all of them, made while there were few, would be kept.
  select a.*
  from json_to_recordset(asked) as a (
    member_id uuid, kind text, available_delta bigint, held_delta bigint, house_account text, source_key text,
    description text, subject_id uuid, reverses_seq bigint, actor text
  )
  cross join lateral (
    select from wallet w where w.member_id = a.member_id for no key update skip locked
  ) free
  returning p.member_id, p.seq, p.available_delta, p.available_after, p.held_after;
end $$;

-- The same claim, after the wallet's lock. Whoever claims takes it first, so that no two wait for each other: one for the
-- wallet, the other for the day.
create or replace function claim_daily_login(
  member uuid, bonus int, streak_bonus int, description text, in_a_row text
) returns table (streak int, points int, available_points bigint) language plpgsql as $$
declare
  today date := business_day(now());
begin
  select w.available into strict available_points from wallet w where w.member_id = member for no key update;
  select d.streak into streak from daily_login d where d.member_id = member and d.day = today - 1;
  points := bonus + case when streak is null then 0 else streak_bonus end;
  streak := coalesce(streak, 0) + 1;
  insert into daily_login (member_id, day, points, streak) values (member, today, points, streak)
  on conflict (member_id, day) do nothing;
  if not found then
    return;
  end if;
  if points > 0 then
    available_points := (book_posting(
      member, 'daily-login', points, 0, 'rewards', 'daily-login:' || today,
      case when streak > 1 then format(in_a_row, streak) else description end, null, null, 'member:' || member
    )).available_after;
  end if;
  return next;
end $$;

-- The day for each of several members. One row comes back for each whose wallet was free, without a streak when the day was
-- his already.
create function claim_daily_logins(asked json)
returns table (member_id uuid, streak int, points int, available_points bigint) language plpgsql as $$
#variable_conflict use_column
declare
  today date := business_day(now());
  free uuid[];
begin
  -- A statement of its own: the next one sees what was committed until the locks were had.
  free := array(
    select a.member_id from json_to_recordset(asked) as a (member_id uuid)
    cross join lateral (
      select from wallet w where w.member_id = a.member_id for no key update skip locked
    ) free
  );
  return query
  with claim as materialized (
    select a.member_id, coalesce(d.streak, 0) + 1 as streak,
      a.bonus + case when d.streak is null then 0 else a.streak_bonus end as points,
      case when d.streak is null then a.description else format(a.in_a_row, d.streak + 1) end as description
    from json_to_recordset(asked) as a (
      member_id uuid, bonus int, streak_bonus int, description text, in_a_row text
    )
    left join lateral (
      select y.streak from daily_login y where y.member_id = a.member_id and y.day = today - 1 limit 1
    ) d on true
    where a.member_id = any (free)
  ), claimed as (
    insert into daily_login as d (member_id, day, points, streak)
    select member_id, today, points, streak from claim
    on conflict (member_id, day) do nothing
    returning d.member_id, d.streak
  ), booked as (
    insert into posting as p (
      member_id, kind, available_delta, held_delta, house_account, source_key, description, actor
    )
    select member_id, 'daily-login', points, 0, 'rewards', 'daily-login:' || today, description, 'member:' || member_id
    from claim join claimed using (member_id) where points > 0
    returning p.member_id, p.available_after
  )
  select c.member_id, d.streak, c.points,
    coalesce(b.available_after, (select w.available from wallet w where w.member_id = c.member_id))
  from claim c left join claimed d using (member_id) left join booked b using (member_id);
end $$;
