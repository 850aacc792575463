-- The bonus for coming back: the day's row and its posting. Of concurrent calls one gets the day; the others get no row.
-- Takes the wallet's lock first, so that no two calls wait for each other. `in_a_row` is the description
-- from the second day on, with the number of days in it.
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
  available_points := (book_reward(
    member, 'daily-login', points, 'daily-login:' || today,
    case when streak > 1 then format(in_a_row, streak) else description end, null, 'member:' || member
  )).available_points;
  return next;
end $$;
