-- Rewards of several members, one statement for each table. The trigger on a posting makes and seals each row as ever; what it
-- would then do to the wallet and the day of each by itself is done once for all of them, before the statement ends.

-- The same as before, save for one of several.
create or replace function apply_posting() returns trigger language plpgsql as $$
declare
  -- Depth 2: a trigger books several. It holds their wallets, and each row says what its wallet said.
  is_one_of_several boolean := pg_trigger_depth() = 2;
  w_hash bytea;
  is_known boolean;
  is_possible boolean := true;
  is_locked boolean := false;
  earned_delta bigint := 0;
begin
  if new.house_account in ('rewards', 'reversals') then
    earned_delta := new.available_delta;
  end if;
  loop
    if is_one_of_several then
      -- A reward is always possible, and settle_postings counts all of them as earned.
      if new.house_account is distinct from 'rewards' then
        raise exception 'only rewards are booked together' using errcode = 'restrict_violation';
      end if;
      new.seq := new.seq + 1;
      new.available_after := new.available_after + new.available_delta;
      new.held_after := new.held_after + new.held_delta;
      w_hash := new.hash;
    else
      -- Without a lock first. What this says holds for as long as the wallet counts no further posting, and the UPDATE below
      -- asks for that: a posting and its wallet's count are committed together.
      select w.seq + 1, w.available + new.available_delta, w.held + new.held_delta, w.last_hash,
        exists (select from posting o where o.member_id = new.member_id and o.source_key = new.source_key)
      into new.seq, new.available_after, new.held_after, w_hash, is_known
      from wallet w where w.member_id = new.member_id;
      if not found then
        raise exception 'no wallet for member %', new.member_id using errcode = 'foreign_key_violation';
      end if;
      -- A replay posts nothing. The unique key would refuse it too, but only after the balance had moved.
      if is_known then
        return null;
      end if;

      is_possible := new.held_after >= 0
        and (new.available_after >= 0 or new.available_delta >= 0 or new.kind = 'reversal');
      if is_locked and not is_possible then
        raise exception 'member % has too few points', new.member_id using errcode = 'CH001';
      end if;
      -- Not one condition with the question after it, which would be asked for every posting.
      if new.kind = 'reversal' then
        if not exists (select from posting where member_id = new.member_id and seq = new.reverses_seq) then
          if is_locked then
            raise exception 'nothing to reverse at %', new.reverses_seq using errcode = 'foreign_key_violation';
          end if;
          is_possible := false;
        end if;
      end if;
    end if;

    if is_possible then
      new.created_at := clock_timestamp();
      -- The seal as posting_hash makes it, written out: a call would copy the row twice.
      new.hash := sha256(w_hash || convert_to(jsonb_build_array(
        new.member_id, new.seq, new.kind, new.available_delta, new.held_delta, new.available_after, new.held_after,
        new.house_account, new.source_key, new.description, new.subject_id, new.reverses_seq, new.actor,
        extract(epoch from new.created_at)
      )::text, 'UTF8'));
      exit when is_one_of_several;
      update wallet set
        available = new.available_after, held = new.held_after, earned = earned + earned_delta, seq = new.seq,
        last_hash = new.hash, in_reversal_debt = new.available_after < 0
      where member_id = new.member_id and seq = new.seq - 1;
      exit when found;
    end if;

    -- Another posting came between, or this one cannot be by what there is, and one that makes it possible may be about to
    -- commit. With the lock nothing comes between the look and the change.
    perform from wallet where member_id = new.member_id for update;
    is_locked := true;
  end loop;

  -- Nobody earns or asks for money any more who is gone; a partner may still take back what he paid for. Asked after the
  -- wallet's row was changed: only then is it certain that he is not being erased right now.
  if is_one_of_several then
    null;
  elsif earned_delta <> 0 then
    -- The day as business_day says it, written out: a call would plan and begin a statement of its own.
    insert into earning_day (member_id, day, points)
    select new.member_id, (new.created_at at time zone coalesce(
      (select record ->> 'timeZone' from economy_version order by version desc limit 1), 'Africa/Nairobi'
    ))::date, earned_delta
    from member m where m.member_id = new.member_id and (m.erased_at is null or new.kind = 'reversal')
    on conflict (member_id, day) do update set points = earning_day.points + excluded.points;
    if not found then
      raise exception 'member % was erased', new.member_id using errcode = 'restrict_violation';
    end if;
  elsif new.kind <> 'reversal' and is_erased(new.member_id) then
    raise exception 'member % was erased', new.member_id using errcode = 'restrict_violation';
  end if;

  -- Open pages are told. What a member earns by his own call he is told in its answer: announcing it too would put the
  -- commits of all members in one line, as PostgreSQL does with those that announce something.
  if new.actor <> 'member:' || new.member_id then
    perform pg_notify('points_change', new.member_id::text);
  end if;
  return new;
end $$;

-- What a statement's postings move together: the sum of all points, and for rewards of several members their wallets and days.
create function settle_postings() returns trigger language plpgsql as $$
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
drop trigger posting_total_moves on posting;
drop function move_points_total();
create trigger posting_settled after insert on posting
  referencing new table as added for each statement execute function settle_postings();

create or replace function refuse_balance_change() returns trigger language plpgsql as $$
begin
  -- Depth 2: this is an update by posting_moves_balance or correction_moves_total. Depth 3: by posting_settled, under the trigger
  -- that books several. Not a WHEN, whose text PostgreSQL reads anew for each statement.
  if pg_trigger_depth() not in (2, 3) or tg_op = 'DELETE' then
    raise exception 'a balance moves only by a posting' using errcode = 'restrict_violation';
  end if;
  return null;
end $$;

-- Two views that hold nothing: an INSERT is a call, and its answer comes back by RETURNING. They are views for the depth: what
-- their triggers do to the ledger nobody can do by hand. A wallet that somebody else has locked is left out, with its member: who
-- waits for one must not hold up the others. book_postings and claim_daily_logins stay for processes of the version before.
-- The settings: a plan made while there are few rows would read all of them, and be kept; and for what it knows of the values that
-- are asked for PostgreSQL would make a plan for each call.

-- `asked`: an array of objects, one a member. `booked`: [member, id, points, available, held] of each who was not left out. One
-- whose cause was booked before refuses all of them.
create view rewards_together as select null::json as asked, null::json as booked where false;
create function book_rewards_together() returns trigger language plpgsql
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

-- `asked`: an array of objects, one a member. `claimed`: [member, streak, points, available] of each who was not left out, without
-- a streak when the day was his already.
create view daily_logins_together as select null::json as asked, null::json as claimed where false;
create function claim_daily_logins_together() returns trigger language plpgsql
set enable_seqscan to off set plan_cache_mode to force_generic_plan as $$
declare
  today date := business_day(now());
  free uuid[];
begin
  -- A statement of its own: the next one sees what was committed until the locks were had.
  free := array(
    select a.member_id from json_to_recordset(new.asked) as a (member_id uuid)
    cross join lateral (
      select from wallet w where w.member_id = a.member_id for no key update skip locked
    ) free
  );
  with claim as materialized (
    select a.member_id, w.seq, w.available, w.held, w.last_hash, coalesce(d.streak, 0) + 1 as streak,
      a.bonus + case when d.streak is null then 0 else a.streak_bonus end as points,
      case when d.streak is null then a.description else format(a.in_a_row, d.streak + 1) end as description
    from json_to_recordset(new.asked) as a (
      member_id uuid, bonus int, streak_bonus int, description text, in_a_row text
    )
    cross join lateral (
      select w.seq, w.available, w.held, w.last_hash from wallet w where w.member_id = a.member_id limit 1
    ) w
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
      member_id, kind, available_delta, held_delta, house_account, source_key, description, actor,
      seq, available_after, held_after, hash
    )
    select member_id, 'daily-login', points, 0, 'rewards', 'daily-login:' || today, description, 'member:' || member_id,
      seq, available, held, last_hash
    from claim join claimed using (member_id) where points > 0
    returning p.member_id, p.available_after
  )
  select json_agg(json_build_array(member_id, d.streak, c.points, coalesce(b.available_after, c.available)))
  into new.claimed
  from claim c left join claimed d using (member_id) left join booked b using (member_id);
  return new;
end $$;
create trigger daily_logins_claimed_together instead of insert on daily_logins_together
  for each row execute function claim_daily_logins_together();
