-- Premium: who has it, for how long and why, and what members paid for it.

alter table member
  -- He does not want more of it. What he has stays his until it ends.
  add column premium_cancelled_at timestamptz,
  -- The end that he was reminded of.
  add column premium_reminded_until timestamptz;

-- Every change of member.premium_until: whoever asks why he has premium, or has none, finds the answer here.
create table premium_grant (
  member_id uuid not null references member (member_id),
  grant_id uuid not null default gen_random_uuid(),
  -- What caused it. The same cause never counts twice.
  source_key text not null,
  kind text not null check (kind in ('staff', 'payment', 'end')),
  months int not null check (months between 0 and 24),
  premium_until timestamptz not null,
  reason text not null,
  actor text not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (member_id, grant_id),
  unique (member_id, source_key),
  check ((kind = 'end') = (months = 0))
);
create function guard_premium_grant() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and is_erased(old.member_id) and to_jsonb(new) - 'reason' = to_jsonb(old) - 'reason'
    and is_blotted_out(old.reason, new.reason)
  then
    return new;
  end if;
  raise exception 'premium_grant rows are never changed or removed' using errcode = 'restrict_violation';
end $$;
create trigger premium_grant_append_only before update or delete on premium_grant
  for each row execute function guard_premium_grant();

-- A payment that was asked of a member's telephone. Money only ever comes in here; what is promised for it is premium.
create table premium_payment (
  member_id uuid not null references member (member_id),
  payment_id uuid not null default gen_random_uuid(),
  -- asked: nothing was sent yet, provably. sending: it may have been. waiting: the prompt is on its way to the telephone.
  -- unknown: it may be. expired: nobody answered in time, and a late success still counts. review: a person decides.
  state text not null default 'asked'
    check (state in ('asked', 'sending', 'waiting', 'unknown', 'expired', 'paid', 'failed', 'review', 'closed')),
  provider text not null,
  mpesa_number text not null,
  months int not null check (months between 1 and 12),
  amount_kes bigint not null check (amount_kes > 0),
  account_reference text not null,
  checkout_request_id text,
  result_code text,
  result_description text,
  -- What a call-back said. It grants nothing: the provider's answer to our own question does.
  reported_kes numeric(12, 2),
  receipt text,
  checks int not null default 0,
  next_check_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  settled_at timestamptz,
  decided_by text,
  decision_note text,
  primary key (member_id, payment_id),
  check ((state in ('paid', 'closed')) = (settled_at is not null)),
  check ((decided_by is null) = (decision_note is null))
);
-- A second tap finds the first one's payment.
create unique index premium_payment_one_open on premium_payment (member_id)
  where state in ('asked', 'sending', 'waiting', 'unknown');
create index premium_payment_due on premium_payment (next_check_at) where next_check_at is not null;
create index premium_payment_by_id on premium_payment (payment_id);
create index premium_payment_review on premium_payment (created_at, payment_id) where state = 'review';

create function guard_premium_payment() returns trigger language plpgsql as $$
declare
  personal constant text[] := '{mpesa_number,result_description,decision_note}';
begin
  if tg_op = 'DELETE' then
    raise exception 'a payment is never removed' using errcode = 'restrict_violation';
  end if;
  if is_erased(old.member_id) and to_jsonb(new) - personal = to_jsonb(old) - personal then
    return new;
  end if;
  -- A call-back that comes late brings the receipt of what was granted without it.
  if old.state = 'paid' and old.receipt is null
    and to_jsonb(new) - '{receipt,reported_kes}'::text[] = to_jsonb(old) - '{receipt,reported_kes}'::text[]
  then
    return new;
  end if;
  if old.state in ('paid', 'closed') then
    raise exception 'a % payment is final', old.state using errcode = 'restrict_violation';
  end if;
  if (new.amount_kes, new.months, new.mpesa_number, new.account_reference)
    is distinct from (old.amount_kes, old.months, old.mpesa_number, old.account_reference) then
    raise exception 'what was asked for cannot be changed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger premium_payment_guard before update or delete on premium_payment
  for each row execute function guard_premium_payment();

-- Every value by which a call-back may name a payment, and every receipt: unique across members.
create table premium_reference (
  kind text not null check (kind in ('callback-token', 'checkout', 'receipt')),
  value text not null,
  member_id uuid not null,
  payment_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (kind, value)
);
create index premium_reference_member on premium_reference (member_id);

-- What the provider told us, as it came.
create table premium_callback (
  callback_id uuid primary key default gen_random_uuid(),
  token_hash text not null,
  body bytea not null,
  body_hash bytea not null,
  address inet,
  received_at timestamptz not null default now(),
  unique (token_hash, body_hash)
);
create function guard_premium_callback() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - 'body' = to_jsonb(old) - 'body' and new.body = '' and exists (
    select from premium_reference r
    where r.kind = 'callback-token' and r.value = old.token_hash and is_erased(r.member_id)
  ) then
    return new;
  end if;
  raise exception 'premium_callback rows are never changed or removed' using errcode = 'restrict_violation';
end $$;
create trigger premium_callback_append_only before update or delete on premium_callback
  for each row execute function guard_premium_callback();

-- What a decision about a payment is about, beside what the log knew before.
create or replace function audited_member(subject text) returns uuid language sql stable
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
