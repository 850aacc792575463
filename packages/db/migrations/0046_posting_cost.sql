-- What a posting costs. Nothing that it is held to has changed: the same rules, in a form that is cheaper to check.

-- PostgreSQL reads the text of every CHECK anew for each statement that inserts, and the twelve of a posting were 20,000
-- characters: a third of all that a posting cost. A function's body is read once in a connection. This one is never
-- replaced by another that allows more or less: a rule that changes has a function of its own name, and a constraint that
-- checks the rows that are there. As in a CHECK, what is unknown is not false.
create function is_sound_posting(
  kind text, available_delta bigint, held_delta bigint, house_account text, reverses_seq bigint
) returns boolean language plpgsql immutable parallel safe as $$
begin
  return (available_delta <> 0 or held_delta <> 0)
    and (available_delta + held_delta = 0) = (house_account is null)
    and (kind = 'reversal') = (reverses_seq is not null)
    and house_account in ('rewards', 'payouts', 'adjustments', 'reversals')
    and case kind
      when 'hold' then available_delta < 0 and held_delta = -available_delta
      when 'release' then available_delta > 0 and held_delta = -available_delta
      when 'payout' then available_delta = 0 and held_delta < 0 and house_account = 'payouts'
      when 'adjustment' then held_delta = 0 and house_account = 'adjustments'
      when 'reversal' then held_delta = 0 and house_account = 'reversals'
      else kind in (
        'survey', 'daily-login', 'spin', 'quiz', 'video', 'ad', 'social', 'micro-job', 'offer', 'referral', 'claim'
      ) and available_delta > 0 and held_delta = 0 and house_account = 'rewards'
    end;
end $$;
-- Reads the ledger once, and holds postings up meanwhile: a second or two a million.
alter table posting
  add constraint posting_is_sound check (
    is_sound_posting(kind, available_delta, held_delta, house_account, reverses_seq)
  ),
  drop constraint posting_check,
  drop constraint posting_check1,
  drop constraint posting_check2,
  drop constraint posting_check3,
  drop constraint posting_check4,
  drop constraint posting_check5,
  drop constraint posting_check6,
  drop constraint posting_check7,
  drop constraint posting_check8,
  drop constraint posting_house_account_check,
  drop constraint posting_kind_check,
  drop constraint posting_reward_check;

-- The same seal. In this language it is prepared once in a connection.
create or replace function posting_hash(previous bytea, p posting) returns bytea
language plpgsql immutable parallel safe as $$
begin
  return sha256(previous || convert_to(jsonb_build_array(
    p.member_id, p.seq, p.kind, p.available_delta, p.held_delta, p.available_after, p.held_after, p.house_account,
    p.source_key, p.description, p.subject_id, p.reverses_seq, p.actor, extract(epoch from p.created_at)
  )::text, 'UTF8'));
end $$;

create or replace function apply_posting() returns trigger language plpgsql as $$
declare
  w_available bigint;
  w_held bigint;
  w_seq bigint;
  w_hash bytea;
  earned_delta bigint := 0;
  p posting;
begin
  -- The row lock puts everything that happens to one member in a line; what is checked below stays true.
  select available, held, seq, last_hash into w_available, w_held, w_seq, w_hash
  from wallet where member_id = new.member_id for update;
  if not found then
    raise exception 'no wallet for member %', new.member_id using errcode = 'foreign_key_violation';
  end if;

  -- A replay posts nothing. The unique key would refuse it too, but only after the balance had moved. A statement of its
  -- own: the one before saw what there was before it had the lock.
  if exists (select from posting where member_id = new.member_id and source_key = new.source_key) then
    return null;
  end if;

  if new.kind = 'reversal' and not exists (
    select from posting where member_id = new.member_id and seq = new.reverses_seq
  ) then
    raise exception 'nothing to reverse at %', new.reverses_seq using errcode = 'foreign_key_violation';
  end if;

  new.seq := w_seq + 1;
  new.available_after := w_available + new.available_delta;
  new.held_after := w_held + new.held_delta;
  if (new.available_after < 0 and new.available_delta < 0 and new.kind <> 'reversal') or new.held_after < 0 then
    raise exception 'member % has too few points', new.member_id using errcode = 'CH001';
  end if;
  if new.house_account in ('rewards', 'reversals') then
    earned_delta := new.available_delta;
  end if;

  new.created_at := clock_timestamp();
  -- On a part of the table `new` has the part's type.
  p := new;
  new.hash := posting_hash(w_hash, p);

  update wallet set
    available = new.available_after, held = new.held_after, earned = earned + earned_delta, seq = new.seq,
    last_hash = new.hash, in_reversal_debt = new.available_after < 0
  where member_id = new.member_id;

  if earned_delta <> 0 then
    insert into earning_day (member_id, day, points)
    values (new.member_id, business_day(new.created_at), earned_delta)
    on conflict (member_id, day) do update set points = earning_day.points + excluded.points;
  end if;
  return new;
end $$;

create or replace function add_to_points_total() returns trigger language plpgsql as $$
begin
  insert into points_total (slot, points)
  select pg_backend_pid() % 4096, sum(available_delta + held_delta) from added
  having sum(available_delta + held_delta) <> 0
  on conflict (slot) do update set points = points_total.points + excluded.points;
  return null;
end $$;

-- Books one movement, or answers the first of its cause. PostgreSQL parses and plans what a function does once in a
-- connection, whoever lends that connection: what named statements would save, without a name that a pool had to carry over.
create function book_posting(
  member uuid, kind text, available_delta bigint, held_delta bigint, house_account text, source_key text, description text,
  subject_id uuid, reverses_seq bigint, actor text,
  out id bigint, out points bigint, out available_after bigint, out held_after bigint, out is_new boolean
) language plpgsql as $$
begin
  insert into posting as p (
    member_id, kind, available_delta, held_delta, house_account, source_key, description, subject_id, reverses_seq, actor
  )
  values (
    member, kind, available_delta, held_delta, house_account, source_key, description, subject_id, reverses_seq, actor
  )
  returning p.seq, p.available_delta, p.available_after, p.held_after into id, points, available_after, held_after;
  is_new := found;
  if not is_new then
    select p.seq, p.available_delta, p.available_after, p.held_after into strict id, points, available_after, held_after
    from posting p where p.member_id = member and p.source_key = book_posting.source_key;
  end if;
end $$;

-- The bonus for coming back: the day's row and its posting. Of any number at the same time one gets the day; the others
-- wait for it and are answered nothing. `in_a_row` is said from the second day on, with the number of days in it.
create function claim_daily_login(member uuid, bonus int, streak_bonus int, description text, in_a_row text)
returns table (streak int, points int, available_points bigint) language plpgsql as $$
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
    select b.available_after into strict available_points from book_posting(
      member, 'daily-login', points, 0, 'rewards', 'daily-login:' || today,
      case when streak > 1 then format(in_a_row, streak) else description end, null, null, 'member:' || member
    ) b;
  end if;
  return next;
end $$;
