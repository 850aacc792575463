-- One immutable row a movement, carrying both of the member's deltas and what was left. The house's leg is the negative
-- sum, booked to the named house account in the same row: every posting is balanced by construction.

create table wallet (
  member_id uuid primary key references member (member_id),
  available bigint not null default 0,
  held bigint not null default 0 check (held >= 0),
  -- Points ever earned, for the member's total; a movement out never lowers it, a partner's reversal does.
  earned bigint not null default 0,
  seq bigint not null default 0,
  last_hash bytea not null default '\x',
  -- Only a partner's reversal may take a member below zero, and then it says so here.
  in_reversal_debt boolean not null default false,
  check (available >= 0 or in_reversal_debt)
);

create table posting (
  member_id uuid not null references wallet (member_id),
  seq bigint not null,
  kind text not null check (kind in ('survey', 'hold', 'release', 'payout', 'adjustment', 'reversal')),
  available_delta bigint not null,
  held_delta bigint not null,
  available_after bigint not null,
  held_after bigint not null,
  house_account text check (house_account in ('rewards', 'payouts', 'adjustments', 'reversals')),
  -- What caused it. The same cause can never post twice.
  source_key text not null,
  description text not null,
  -- The survey, withdrawal, click… it belongs to.
  subject_id uuid,
  reverses_seq bigint,
  actor text not null,
  created_at timestamptz not null default clock_timestamp(),
  hash bytea not null,
  primary key (member_id, seq),
  unique (member_id, source_key),
  check (available_delta <> 0 or held_delta <> 0),
  check ((available_delta + held_delta = 0) = (house_account is null)),
  check (kind <> 'survey' or (available_delta > 0 and held_delta = 0 and house_account = 'rewards')),
  check (kind <> 'hold' or (available_delta < 0 and held_delta = -available_delta)),
  check (kind <> 'release' or (available_delta > 0 and held_delta = -available_delta)),
  check (kind <> 'payout' or (available_delta = 0 and held_delta < 0 and house_account = 'payouts')),
  check (kind <> 'adjustment' or (held_delta = 0 and house_account = 'adjustments')),
  check ((kind = 'reversal') = (reverses_seq is not null)),
  check (kind <> 'reversal' or (held_delta = 0 and house_account = 'reversals'))
) with (fillfactor = 100);

-- Points earned by a member on a business day: this month's total is a sum over at most 31 rows.
create table earning_day (
  member_id uuid not null references wallet (member_id),
  day date not null,
  points bigint not null,
  primary key (member_id, day)
);

-- The one place that says which day a moment belongs to.
create function business_day(moment timestamptz) returns date language sql stable
return (moment at time zone coalesce(
  (select record ->> 'timeZone' from economy_version order by version desc limit 1), 'Africa/Nairobi'
))::date;

create function posting_hash(previous bytea, p posting) returns bytea
language sql immutable parallel safe
return sha256(previous || convert_to(jsonb_build_array(
  p.member_id, p.seq, p.kind, p.available_delta, p.held_delta, p.available_after, p.held_after, p.house_account,
  p.source_key, p.description, p.subject_id, p.reverses_seq, p.actor, extract(epoch from p.created_at)
)::text, 'UTF8'));

-- Inserting a posting is the only way to move a balance.
create function apply_posting() returns trigger language plpgsql as $$
declare
  w wallet;
  earned_delta bigint := 0;
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
  new.hash := posting_hash(w.last_hash, new);

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

create trigger posting_moves_balance before insert on posting for each row execute function apply_posting();
create trigger posting_append_only before update or delete on posting for each row execute function refuse_change();
create trigger posting_no_truncate before truncate on posting for each statement execute function refuse_change();

create function guard_wallet() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if (new.available, new.held, new.earned, new.seq) is distinct from (0::bigint, 0::bigint, 0::bigint, 0::bigint) then
      raise exception 'a wallet starts empty' using errcode = 'restrict_violation';
    end if;
    return new;
  end if;
  -- Depth 2: this update was made by posting_moves_balance and by nothing else.
  if tg_op = 'UPDATE' and pg_trigger_depth() = 2 then
    return new;
  end if;
  raise exception 'a balance moves only by a posting' using errcode = 'restrict_violation';
end $$;

create trigger wallet_guard before insert or update or delete on wallet
  for each row execute function guard_wallet();
create trigger wallet_no_truncate before truncate on wallet for each statement execute function refuse_change();
create trigger earning_day_guard before update or delete on earning_day
  for each row when (pg_trigger_depth() = 0) execute function refuse_change();

-- The role the server signs in as owns these tables, and still may only add to them and read them.
revoke update, delete, truncate on posting, audit_entry, economy_version from public, current_user;
