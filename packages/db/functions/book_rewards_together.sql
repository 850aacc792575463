create or replace function book_rewards_together() returns trigger language plpgsql
set enable_seqscan to off set plan_cache_mode to force_generic_plan as $$
begin
  with free as materialized (
    select a.*, w.* from json_to_recordset(new.asked) as a (
      member_id uuid, kind text, points bigint, source_key text, description text, subject_id uuid, actor text
    )
    cross join lateral (
      select w.seq, w.available, w.held, w.last_hash from wallet w where w.member_id = a.member_id
      for no key update skip locked
    ) w
  ), booked as (
    insert into posting as p (
      member_id, kind, available_delta, held_delta, house_account, source_key, description, subject_id, actor,
      seq, available_after, held_after, hash
    )
    select member_id, kind, points, 0, 'rewards', source_key, description, subject_id, actor, seq, available, held, last_hash
    from free
    returning json_build_array(p.member_id, p.seq, p.available_delta, p.available_after, p.held_after) as answer
  )
  select json_agg(answer) into new.booked from booked;
  return new;
end $$;

create trigger rewards_booked_together instead of insert on rewards_together
  for each row execute function book_rewards_together();
