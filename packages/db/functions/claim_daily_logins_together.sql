create or replace function claim_daily_logins_together() returns trigger language plpgsql
set enable_seqscan to off set plan_cache_mode to force_generic_plan as $$
declare
  today date := business_day(now());
  members uuid[];
  bonuses int[];
  streak_bonuses int[];
  descriptions text[];
  words_in_a_row text[];
  seqs bigint[];
  balances bigint[];
  holds bigint[];
  hashes bytea[];
begin
  -- A statement of its own: the next one sees what was committed until the locks were had.
  select array_agg(a.member_id), array_agg(a.bonus), array_agg(a.streak_bonus), array_agg(a.description), array_agg(a.in_a_row),
    array_agg(w.seq), array_agg(w.available), array_agg(w.held), array_agg(w.last_hash)
  into members, bonuses, streak_bonuses, descriptions, words_in_a_row, seqs, balances, holds, hashes
  from json_to_recordset(new.asked) as a (
    member_id uuid, bonus int, streak_bonus int, description text, in_a_row text
  )
  cross join lateral (
    select w.seq, w.available, w.held, w.last_hash from wallet w where w.member_id = a.member_id
    for no key update skip locked
  ) w;
  with claim as materialized (
    select a.member_id, a.seq, a.available, a.held, a.last_hash, t.day is not null as is_his,
      coalesce(d.streak, 0) + 1 as streak, a.bonus + case when d.streak is null then 0 else a.streak_bonus end as points,
      case when d.streak is null then a.description else format(a.in_a_row, d.streak + 1) end as description
    from unnest(members, bonuses, streak_bonuses, descriptions, words_in_a_row, seqs, balances, holds, hashes) as a (
      member_id, bonus, streak_bonus, description, in_a_row, seq, available, held, last_hash
    )
    left join lateral (
      select y.streak from daily_login y where y.member_id = a.member_id and y.day = today - 1 limit 1
    ) d on true
    left join lateral (
      select y.day from daily_login y where y.member_id = a.member_id and y.day = today limit 1
    ) t on true
  ), claimed as (
    insert into daily_login (member_id, day, points, streak)
    select member_id, today, points, streak from claim where not is_his
  ), booked as (
    insert into posting (
      member_id, kind, available_delta, held_delta, house_account, source_key, description, actor,
      seq, available_after, held_after, hash
    )
    select member_id, 'daily-login', points, 0, 'rewards', 'daily-login:' || today, description, 'member:' || member_id,
      seq, available, held, last_hash
    from claim where points > 0 and not is_his
  )
  -- What he has then is what settle_postings makes sure of, or nothing of all this is committed.
  select json_agg(json_build_array(member_id, case when not is_his then streak end, points, available + points))
  into new.claimed
  from claim;
  return new;
end $$;

create trigger daily_logins_claimed_together instead of insert on daily_logins_together
  for each row execute function claim_daily_logins_together();
