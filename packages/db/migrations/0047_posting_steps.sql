-- What a posting costs, once more: the same rules, met in fewer steps. No row that is there is read or written, and of the
-- tables only what stands beside them changes: postings wait a moment for that, and for no scan.

-- The wallets first: whoever holds locks of both over several statements began with his wallet. Not by LOCK TABLE: before
-- PostgreSQL 17 the owner would need the rights for it that he has given up. Nobody else sees a table without its guard: he
-- waits for the end.
drop trigger wallet_guard on wallet;
drop trigger posting_of_nobody on posting;
drop trigger posting_announced on posting;
drop trigger posting_adds_to_total on posting;
drop trigger earning_day_guard on earning_day;
drop trigger points_total_guard on points_total;

-- The same as before, in an order that comes to an end soon: PostgreSQL prepares each expression of a function once a
-- transaction, and only those that it reaches. Out of the house's rewards comes nothing but a reward.
create or replace function is_sound_posting(
  kind text, available_delta bigint, held_delta bigint, house_account text, reverses_seq bigint
) returns boolean language plpgsql immutable parallel safe as $$
begin
  if house_account = 'rewards' then
    return available_delta > 0 and held_delta = 0 and reverses_seq is null and kind in (
      'survey', 'daily-login', 'spin', 'quiz', 'video', 'ad', 'social', 'micro-job', 'offer', 'referral', 'claim'
    );
  end if;
  return (available_delta <> 0 or held_delta <> 0)
    and (available_delta + held_delta = 0) = (house_account is null)
    and (kind = 'reversal') = (reverses_seq is not null)
    and house_account in ('payouts', 'adjustments', 'reversals')
    and case kind
      when 'hold' then available_delta < 0 and held_delta = -available_delta
      when 'release' then available_delta > 0 and held_delta = -available_delta
      when 'payout' then available_delta = 0 and held_delta < 0 and house_account = 'payouts'
      when 'adjustment' then held_delta = 0 and house_account = 'adjustments'
      when 'reversal' then held_delta = 0 and house_account = 'reversals'
      else false
    end;
end $$;

create or replace function apply_posting() returns trigger language plpgsql as $$
declare
  w_hash bytea;
  is_known boolean;
  is_possible boolean;
  is_locked boolean := false;
  earned_delta bigint := 0;
begin
  if new.house_account in ('rewards', 'reversals') then
    earned_delta := new.available_delta;
  end if;
  loop
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

    if is_possible then
      new.created_at := clock_timestamp();
      -- The seal as posting_hash makes it, written out: a call would copy the row twice.
      new.hash := sha256(w_hash || convert_to(jsonb_build_array(
        new.member_id, new.seq, new.kind, new.available_delta, new.held_delta, new.available_after, new.held_after,
        new.house_account, new.source_key, new.description, new.subject_id, new.reverses_seq, new.actor,
        extract(epoch from new.created_at)
      )::text, 'UTF8'));
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
  if earned_delta <> 0 then
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
drop function refuse_posting_of_erased();

-- After posting_moves_balance, by its name: what that lets pass is counted.
create function move_points_total() returns trigger language plpgsql as $$
declare
  delta bigint := new.available_delta + new.held_delta;
begin
  if delta <> 0 then
    update points_total set points = points + delta where slot = pg_backend_pid() % 4096;
    if not found then
      insert into points_total (slot, points) values (pg_backend_pid() % 4096, delta)
      on conflict (slot) do update set points = points_total.points + excluded.points;
    end if;
  end if;
  return new;
end $$;
drop function add_to_points_total();
create trigger posting_total_moves before insert on posting for each row execute function move_points_total();

-- Who may change them is asked once a statement: a trigger before each row has PostgreSQL lock the row first, and write that
-- down. It is refused now also where there was no row to change.
create function refuse_balance_change() returns trigger language plpgsql as $$
begin
  -- Depth 2: this is an update by posting_moves_balance or correction_moves_total, and by nothing else. Not a WHEN, whose
  -- text PostgreSQL reads anew for each statement.
  if pg_trigger_depth() <> 2 or tg_op = 'DELETE' then
    raise exception 'a balance moves only by a posting' using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create function refuse_change_by_hand() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() = 1 then
    raise exception '% rows are never changed or removed', tg_table_name using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create or replace function guard_wallet() returns trigger language plpgsql as $$
begin
  if (new.available, new.held, new.earned, new.seq, new.earned_correction)
    is distinct from (0::bigint, 0::bigint, 0::bigint, 0::bigint, 0::numeric) then
    raise exception 'a wallet starts empty' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger wallet_guard before insert on wallet for each row execute function guard_wallet();
create trigger wallet_moves_by_posting before update or delete on wallet
  for each statement execute function refuse_balance_change();

create trigger earning_day_guard before update or delete on earning_day
  for each statement execute function refuse_change_by_hand();
create trigger points_total_guard before insert or update or delete on points_total
  for each statement execute function refuse_change_by_hand();

-- The same claim; the posting is booked by an expression, not by a query over what it answers.
create or replace function claim_daily_login(
  member uuid, bonus int, streak_bonus int, description text, in_a_row text
) returns table (streak int, points int, available_points bigint) language plpgsql as $$
declare
  today date := business_day(now());
begin
  select d.streak into streak from daily_login d where d.member_id = member and d.day = today - 1;
  points := bonus + case when streak is null then 0 else streak_bonus end;
  streak := coalesce(streak, 0) + 1;
  insert into daily_login (member_id, day, points, streak) values (member, today, points, streak)
  on conflict (member_id, day) do nothing;
  if not found then
    return;
  end if;
  if points = 0 then
    select w.available into strict available_points from wallet w where w.member_id = member;
  else
    available_points := (book_posting(
      member, 'daily-login', points, 0, 'rewards', 'daily-login:' || today,
      case when streak > 1 then format(in_a_row, streak) else description end, null, null, 'member:' || member
    )).available_after;
  end if;
  return next;
end $$;
