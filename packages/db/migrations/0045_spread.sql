-- The last values that have to be unique across members, and stood among the members' rows, have a table each that is keyed
-- by the value, so that the schema can be spread over several servers. What the version before this one still relies on
-- stays beside them. Copying holds up nobody; the one index holds up new invite codes for a second a million.

-- One code of a member's, beside referral_code, which knows whose a code is. It holds the member to one; the other table
-- holds the code to one member. Nothing but a sign-up by a code reads the other.
create table member_referral_code (
  member_id uuid primary key references member (member_id),
  code text not null
);
insert into member_referral_code (member_id, code) select member_id, code from referral_code;
alter table referral_code drop constraint referral_code_member_id_key;
-- The way from a member to his code, for erasing it.
create index referral_code_member on referral_code (member_id);

-- The provider repeats itself: the same words to the same address are one message. Written before the message, in its
-- transaction: of two that arrive at once the second waits here, and finds that it was said.
create table payout_callback_word (
  token_hash text not null,
  kind text not null,
  body_hash bytea not null,
  is_from_provider boolean not null,
  said_at timestamptz not null default clock_timestamp(),
  primary key (token_hash, kind, body_hash, is_from_provider)
);
insert into payout_callback_word (token_hash, kind, body_hash, is_from_provider, said_at)
select token_hash, kind, body_hash, is_from_provider, received_at from payout_callback;

create table premium_callback_word (
  token_hash text not null,
  body_hash bytea not null,
  said_at timestamptz not null default clock_timestamp(),
  primary key (token_hash, body_hash)
);
insert into premium_callback_word (token_hash, body_hash, said_at)
select token_hash, body_hash, received_at from premium_callback;

-- Functions that read tables are kept as text: a body that is kept parsed is bound to the tables of this server.
create or replace function business_time_zone() returns text language sql stable as $$
  select coalesce(
    (select record ->> 'timeZone' from economy_version order by version desc limit 1), 'Africa/Nairobi'
  )
$$;
create or replace function business_day(moment timestamptz) returns date language sql stable as $$
  select (moment at time zone coalesce(
    (select record ->> 'timeZone' from economy_version order by version desc limit 1), 'Africa/Nairobi'
  ))::date
$$;
create or replace function business_day_start(day date) returns timestamptz language sql stable as $$
  select day::timestamp at time zone coalesce(
    (select record ->> 'timeZone' from economy_version order by version desc limit 1), 'Africa/Nairobi'
  )
$$;
create or replace function is_erased(id uuid) returns boolean language plpgsql stable as $$
begin
  return exists (select from member where member_id = id and erased_at is not null);
end $$;
create or replace function audited_member(subject text) returns uuid language plpgsql stable as $$
begin
  return case
    when subject !~ '^[a-z-]+:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then null
    when subject like 'member:%' then substr(subject, 8)::uuid
    when subject like 'withdrawal:%' then
      (select member_id from withdrawal where withdrawal_id = substr(subject, 12)::uuid)
    when subject like 'proof:%' then (select member_id from task_proof where proof_id = substr(subject, 7)::uuid)
    when subject like 'claim:%' then (select member_id from credit_claim where claim_id = substr(subject, 7)::uuid)
    when subject like 'premium-payment:%' then
      (select member_id from premium_payment where payment_id = substr(subject, 17)::uuid)
  end;
end $$;
create or replace function count_task(task uuid, member uuid, more_uses int, more_approved int, more_points int)
returns void language plpgsql as $$
begin
  insert into task_count (task_id, shard, uses, approved, points)
  values (task, count_shard(member), more_uses, more_approved, more_points)
  on conflict (task_id, shard) do update set
    uses = task_count.uses + excluded.uses,
    approved = task_count.approved + excluded.approved,
    points = task_count.points + excluded.points;
end $$;
create or replace function tell_webhooks(happened text, source text, told jsonb) returns void language plpgsql as $$
begin
  with wanting as (
    select endpoint_id from webhook_endpoint where is_active and happened = any(events)
  ), event as (
    insert into webhook_event (type, source_key, data)
    select happened, happened || ':' || source, told where exists (select from wanting)
    on conflict (source_key) do nothing
    returning event_id
  )
  insert into webhook_delivery (event_id, endpoint_id)
  select event.event_id, wanting.endpoint_id from event, wanting order by wanting.endpoint_id;
end $$;

-- A part of a table on another server has a number behind its name: a trigger goes by how the name begins.
create or replace function keep_member_seen() returns trigger language plpgsql as $$
begin
  if tg_table_name ^@ 'member' then
    insert into member_seen (member_id, last_seen_at) values (new.member_id, new.created_at);
  else
    -- Two devices at the same time: the later moment stays, whichever commits last.
    insert into member_seen as seen (member_id, last_seen_at) values (new.member_id, new.last_seen_at)
    on conflict (member_id) do update set last_seen_at = excluded.last_seen_at
      where seen.last_seen_at < excluded.last_seen_at;
  end if;
  return null;
end $$;

create or replace function guard_finished_survey() returns trigger language plpgsql as $$
begin
  if tg_table_name ^@ 'survey_attempt' then
    if tg_op = 'UPDATE' and old.status <> 'completed' then
      return new;
    end if;
  elsif tg_op = 'DELETE' and is_erased(old.member_id) then
    return old;
  elsif not exists (
    select from survey_attempt a where a.member_id = coalesce(new.member_id, old.member_id)
      and a.survey_id = coalesce(new.survey_id, old.survey_id) and a.status = 'completed'
  ) then
    return coalesce(new, old);
  end if;
  raise exception 'a finished survey is never changed' using errcode = 'restrict_violation';
end $$;
create or replace function posting_hash(previous bytea, p posting) returns bytea
language sql immutable parallel safe as $$
  select sha256(previous || convert_to(jsonb_build_array(
    p.member_id, p.seq, p.kind, p.available_delta, p.held_delta, p.available_after, p.held_after, p.house_account,
    p.source_key, p.description, p.subject_id, p.reverses_seq, p.actor, extract(epoch from p.created_at)
  )::text, 'UTF8'))
$$;
create or replace function apply_posting() returns trigger language plpgsql as $$
declare
  w wallet;
  earned_delta bigint := 0;
  p posting;
begin
  -- The row lock puts everything that happens to one member in a line; what is checked below stays true.
  select * into w from wallet where member_id = new.member_id for update;
  if not found then
    raise exception 'no wallet for member %', new.member_id using errcode = 'foreign_key_violation';
  end if;

  -- A replay posts nothing. The unique key would refuse it too, but only after the balance had moved.
  if exists (select from posting where member_id = new.member_id and source_key = new.source_key) then
    return null;
  end if;

  if new.kind = 'reversal' and not exists (
    select from posting where member_id = new.member_id and seq = new.reverses_seq
  ) then
    raise exception 'nothing to reverse at %', new.reverses_seq using errcode = 'foreign_key_violation';
  end if;

  w.available := w.available + new.available_delta;
  w.held := w.held + new.held_delta;
  if (w.available < 0 and new.available_delta < 0 and new.kind <> 'reversal') or w.held < 0 then
    raise exception 'member % has too few points', new.member_id using errcode = 'CH001';
  end if;
  if new.house_account in ('rewards', 'reversals') then
    earned_delta := new.available_delta;
  end if;

  new.seq := w.seq + 1;
  new.available_after := w.available;
  new.held_after := w.held;
  new.created_at := clock_timestamp();
  -- On a part of the table `new` has the part's type.
  p := new;
  new.hash := posting_hash(w.last_hash, p);

  update wallet set
    available = w.available, held = w.held, earned = earned + earned_delta, seq = new.seq, last_hash = new.hash,
    in_reversal_debt = w.available < 0
  where member_id = new.member_id;

  if earned_delta <> 0 then
    insert into earning_day (member_id, day, points)
    values (new.member_id, business_day(new.created_at), earned_delta)
    on conflict (member_id, day) do update set points = earning_day.points + excluded.points;
  end if;
  return new;
end $$;
