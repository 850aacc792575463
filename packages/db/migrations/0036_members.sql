-- What staff need to find one member among a million, to correct what he earned, to take an approval back in time, and to
-- write down what they know of him.

-- Ships with PostgreSQL, and whoever owns a database may add it.
create extension if not exists pg_trgm;
-- Any part of a name or an address.
create index member_search on member using gin ((lower(first_name || ' ' || last_name || ' ' || email)) gin_trgm_ops);
-- The list by age, in both directions.
create index member_newest on member (created_at, member_id) where erased_at is null;
-- The filters that leave few: without these the list would be walked for them to its end.
create index member_country on member (lower(country), created_at, member_id) where erased_at is null;
create index member_unverified on member (created_at, member_id) where email_verified_at is null and erased_at is null;
create index member_suspended on member (created_at, member_id) where suspended_at is not null;
create index member_admin on member (created_at, member_id) where admin_role is not null;
create index member_premium on member (premium_until) where premium_until is not null;

-- When somebody was last here, on whichever device. Apart from his row, which whoever signs in locks.
create table member_seen (
  member_id uuid primary key references member (member_id),
  last_seen_at timestamptz not null
);
create index member_seen_last on member_seen (last_seen_at, member_id);
insert into member_seen (member_id, last_seen_at)
select m.member_id, coalesce(max(s.last_seen_at), m.created_at) from member m
left join session s on s.member_id = m.member_id where m.erased_at is null group by m.member_id;

create function keep_member_seen() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'member' then
    insert into member_seen (member_id, last_seen_at) values (new.member_id, new.created_at);
  else
    -- Two devices at the same time: the later moment stays, whichever commits last.
    insert into member_seen as seen (member_id, last_seen_at) values (new.member_id, new.last_seen_at)
    on conflict (member_id) do update set last_seen_at = excluded.last_seen_at
      where seen.last_seen_at < excluded.last_seen_at;
  end if;
  return null;
end $$;
create trigger member_is_seen after insert on member for each row execute function keep_member_seen();
create trigger session_is_seen after insert or update of last_seen_at on session
  for each row execute function keep_member_seen();

-- The total that a member is shown is what the ledger says that he earned, and what staff have corrected of it.
alter table wallet
  add column earned_correction numeric(14, 2) not null default 0,
  add column total_earnings numeric(16, 2) generated always as (earned + earned_correction) stored;
-- The lists of those who have or earned most.
create index wallet_available on wallet (available, member_id);
create index wallet_total_earnings on wallet (total_earnings, member_id);

create or replace function guard_wallet() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if (new.available, new.held, new.earned, new.seq, new.earned_correction)
      is distinct from (0::bigint, 0::bigint, 0::bigint, 0::bigint, 0::numeric) then
      raise exception 'a wallet starts empty' using errcode = 'restrict_violation';
    end if;
    return new;
  end if;
  -- Depth 2: this update was made by posting_moves_balance or correction_moves_total, and by nothing else.
  if tg_op = 'UPDATE' and pg_trigger_depth() = 2 then
    return new;
  end if;
  raise exception 'a balance moves only by a posting' using errcode = 'restrict_violation';
end $$;

-- What staff changed about a member's points and total: from what, to what, and why.
create table earnings_correction (
  member_id uuid not null references wallet (member_id),
  correction_id uuid not null,
  total_before numeric(16, 2) not null,
  total_after numeric(16, 2) not null,
  points_before bigint not null,
  points_after bigint not null,
  -- The member reads it beside the movement of his points.
  reason text not null check (reason <> ''),
  actor text not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (member_id, correction_id),
  check ((total_before, points_before) is distinct from (total_after, points_after)),
  check (points_after >= 0 or points_after = points_before),
  check (total_after >= 0 or total_after = total_before)
);

-- Points move by their posting, which comes first and carries the number of the correction; the total moves here. Whatever
-- was edited from something that is no longer true is refused.
create function apply_correction() returns trigger language plpgsql as $$
declare
  w wallet;
begin
  select * into w from wallet where member_id = new.member_id for update;
  if w.total_earnings is distinct from new.total_before or w.available is distinct from new.points_after then
    raise exception 'a correction of what is not there' using errcode = 'restrict_violation';
  end if;
  if new.points_after <> new.points_before and not exists (
    select from posting p where p.member_id = new.member_id and p.source_key = 'correction:' || new.correction_id
      and p.kind = 'adjustment' and p.available_delta = new.points_after - new.points_before
  ) then
    raise exception 'a correction without its posting' using errcode = 'restrict_violation';
  end if;
  update wallet set earned_correction = earned_correction + new.total_after - new.total_before
  where member_id = new.member_id;
  return new;
end $$;
create trigger correction_moves_total before insert on earnings_correction
  for each row execute function apply_correction();

create function guard_correction() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and is_erased(old.member_id) and to_jsonb(new) - 'reason' = to_jsonb(old) - 'reason'
    and is_blotted_out(old.reason, new.reason) then
    return new;
  end if;
  raise exception 'earnings_correction rows are never changed or removed' using errcode = 'restrict_violation';
end $$;
create trigger earnings_correction_append_only before update or delete on earnings_correction
  for each row execute function guard_correction();
create trigger earnings_correction_no_truncate before truncate on earnings_correction
  for each statement execute function refuse_change();

-- What staff write down about a member for each other. Nobody takes back what he wrote; with the member it goes.
create table member_note (
  member_id uuid not null references member (member_id),
  note_id uuid not null default gen_random_uuid(),
  note text not null check (note <> ''),
  author text not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (member_id, note_id)
);
create function guard_member_note() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and is_erased(old.member_id) then
    return old;
  end if;
  raise exception 'member_note rows are never changed or removed' using errcode = 'restrict_violation';
end $$;
create trigger member_note_append_only before update or delete on member_note
  for each row execute function guard_member_note();
create trigger member_note_no_truncate before truncate on member_note
  for each statement execute function refuse_change();

-- An approval can be taken back while nobody, and no machine, has begun to send its money: what was prepared is marked as
-- not sent first, under the same locks under which a worker begins.
create or replace function guard_withdrawal() returns trigger language plpgsql as $$
declare
  -- payout_kes is calculated after this trigger and by nobody else: here it is empty still.
  personal constant text[] :=
    '{mpesa_number,bank_name,account_number,account_name,paypal_email,admin_comment,payout_kes}';
begin
  if tg_op = 'DELETE' then
    raise exception 'a withdrawal is never removed' using errcode = 'restrict_violation';
  end if;
  if is_erased(old.member_id) and to_jsonb(new) - personal = to_jsonb(old) - personal
    and is_blotted_out(old.mpesa_number, new.mpesa_number) and is_blotted_out(old.bank_name, new.bank_name)
    and is_blotted_out(old.account_number, new.account_number)
    and is_blotted_out(old.account_name, new.account_name)
    and is_blotted_out(old.paypal_email, new.paypal_email)
    and is_blotted_out(old.admin_comment, new.admin_comment)
  then
    return new;
  end if;
  if old.status in ('rejected', 'paid') then
    raise exception 'a % withdrawal is final', old.status using errcode = 'restrict_violation';
  end if;
  if (old.status, new.status) not in (
    ('pending', 'pending'), ('pending', 'approved'), ('pending', 'rejected'),
    ('approved', 'approved'), ('approved', 'paid'), ('approved', 'rejected'), ('approved', 'pending')
  ) then
    raise exception 'a withdrawal cannot go from % to %', old.status, new.status using errcode = 'restrict_violation';
  end if;
  if old.status = 'approved' and new.status = 'pending' and (
    old.payout_state not in ('manual', 'queued') or exists (
      select from payout_attempt a where a.member_id = old.member_id and a.withdrawal_id = old.withdrawal_id
        and a.state <> 'not_sent'
    )
  ) then
    raise exception 'what was sent, or may be, stays approved' using errcode = 'restrict_violation';
  end if;
  if (new.points, new.amount_kes, new.amount_usd, new.tax_percent, new.tax_kes, new.method, new.mpesa_number,
      new.account_number, new.paypal_email)
    is distinct from (old.points, old.amount_kes, old.amount_usd, old.tax_percent, old.tax_kes, old.method,
      old.mpesa_number, old.account_number, old.paypal_email) then
    raise exception 'what was requested cannot be changed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- The figures of the dashboard, counted by a job every few minutes. Kept up to date by triggers they would make every
-- sign-up and every movement of points queue for the same few rows, and who was active in the last 30 days cannot be
-- kept that way at all: it changes while nothing happens. One row that says when it was counted is right, and cheap to read.
create table staff_figures (
  is_only boolean primary key default true check (is_only),
  total_users bigint not null,
  total_surveys bigint not null,
  total_earnings numeric(18, 2) not null,
  active_users bigint not null,
  surveys_completed bigint not null,
  counted_at timestamptz not null
);
