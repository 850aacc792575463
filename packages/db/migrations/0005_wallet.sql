-- wallet: the ledger, balances, withdrawals, and where members are paid (docs/decisions/0076).

-- Only the trigger of `posting` keeps it up to date. Balances have no index of their own: an index on a value that
-- every posting changes would make each posting write all of the row's indexes. The staff lists by balance and earnings use
-- levels of 250 points instead, and pages leave room for new versions of their rows.
create table wallet (
  member_id uuid primary key references member (member_id),
  available bigint not null default 0,
  held bigint not null default 0 check (held >= 0),
  -- Points ever earned. A payout never lowers it; a partner's reversal does.
  earned bigint not null default 0,
  -- Staff's correction of the total that the member sees.
  earned_correction numeric(14, 2) not null default 0,
  total_earnings numeric(16, 2) not null generated always as (earned + earned_correction) stored,
  -- Number and hash of the last posting.
  seq bigint not null default 0,
  last_hash bytea not null default '\x',
  -- Only a partner's reversal may take a member below zero, and then this says so.
  in_reversal_debt boolean not null default false,
  available_level bigint not null generated always as (available / 250) stored,
  earnings_level bigint not null generated always as (((earned + earned_correction) / 250)::bigint) stored,
  constraint wallet_debt_is_a_reversal check (available >= 0 or in_reversal_debt)
) with (fillfactor = 80);
create index wallet_available_level on wallet (available_level);
create index wallet_earnings_level on wallet (earnings_level);
-- Members in debt, for staff.
create index wallet_in_debt on wallet (member_id) where in_reversal_debt;

-- What each kind of posting may change, and against which house account. A function and not a list of CHECKs, because
-- PostgreSQL parses the text of a CHECK again for every statement that inserts. It is part of the table: changing it
-- needs a migration that gives the new rule a new name and checks the rows that exist. Unknown is not false, as in a CHECK.
create function is_sound_posting(
  kind text, available_delta bigint, held_delta bigint, house_account text, reverses_seq bigint
) returns boolean language plpgsql immutable parallel safe as $$
begin
  if house_account = 'rewards' then
    return available_delta > 0 and held_delta = 0 and reverses_seq is null and kind in (
      'survey', 'daily-login', 'spin', 'quiz', 'video', 'ad', 'social', 'micro-job', 'offer', 'referral', 'claim', 'profile'
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
      when 'payout-returned' then available_delta > 0 and held_delta = 0 and house_account = 'payouts'
      when 'payout-late' then available_delta < 0 and held_delta = 0 and house_account = 'payouts'
      when 'payout-duplicate' then available_delta < 0 and held_delta = 0 and house_account = 'payouts'
      when 'adjustment' then held_delta = 0 and house_account = 'adjustments'
      when 'debt-written-off' then available_delta > 0 and held_delta = 0 and house_account = 'adjustments'
      -- Gives an erased member's wallet what it lacks and takes it from the next account of the same person.
      when 'debt-moved' then held_delta = 0 and house_account = 'adjustments'
      when 'reversal' then held_delta = 0 and house_account = 'reversals'
      else false
    end;
end $$;

-- The ledger: one immutable row per posting, with both of the member's deltas and the balances after it. The house's leg
-- is the negative sum, booked to the named house account in the same row, so every posting is balanced by construction.
create table posting (
  member_id uuid not null references wallet (member_id),
  seq bigint not null,
  kind text not null,
  available_delta bigint not null,
  held_delta bigint not null,
  available_after bigint not null,
  held_after bigint not null,
  house_account text,
  -- The cause. The same cause can never post twice.
  source_key text not null,
  description text not null,
  -- The survey, withdrawal, click … that it belongs to.
  subject_id uuid,
  reverses_seq bigint,
  actor text not null,
  created_at timestamptz not null default clock_timestamp(),
  -- Covers this row and, through the previous hash, all earlier rows of the member.
  hash bytea not null,
  primary key (member_id, seq),
  unique (member_id, source_key),
  constraint posting_is_sound check (
    is_sound_posting(kind, available_delta, held_delta, house_account, reverses_seq)
  )
) with (fillfactor = 100);
-- The postings of a day that is not counted yet, and its payouts.
create index posting_created on posting (created_at);
-- A member's reversals: rare, and read with every profile.
create index posting_reversed on posting (member_id) where kind = 'reversal';
create index posting_payout on posting (created_at) where kind in ('payout', 'payout-late');
revoke update, delete, truncate on posting from public, current_user;

-- Points earned by a member on a business day: this month's total is a sum over at most 31 rows.
create table earning_day (
  member_id uuid not null references wallet (member_id),
  day date not null,
  points bigint not null,
  primary key (member_id, day)
);

-- Staff's corrections of a member's points and total: from what, to what, and why.
create table earnings_correction (
  member_id uuid not null references wallet (member_id),
  correction_id uuid not null,
  total_before numeric(16, 2) not null,
  total_after numeric(16, 2) not null,
  points_before bigint not null,
  points_after bigint not null,
  -- Shown to the member with the posting.
  reason text not null check (reason <> ''),
  actor text not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (member_id, correction_id),
  constraint earnings_correction_changes check ((total_before, points_before) is distinct from (total_after, points_after)),
  constraint earnings_correction_points_after check (points_after >= 0 or points_after = points_before),
  constraint earnings_correction_total_after check (total_after >= 0 or total_after = total_before)
);

create table withdrawal (
  member_id uuid not null references wallet (member_id),
  withdrawal_id uuid not null default gen_random_uuid(),
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected', 'paid')),
  points bigint not null check (points > 0),
  -- Rate, amounts and tax are fixed when it is requested: a later change of the economy does not affect it.
  kes_per_point int not null check (kes_per_point > 0),
  amount_kes bigint not null,
  -- PayPal does not support shillings.
  amount_usd numeric(12, 2),
  tax_percent numeric(5, 2) not null default 0 check (tax_percent >= 0 and tax_percent < 100),
  tax_kes bigint not null default 0,
  -- What is sent to the member.
  payout_kes bigint not null generated always as (amount_kes - tax_kes) stored,
  method text not null check (method in ('mpesa', 'bank', 'paypal', 'airtel', 'airtime')),
  mpesa_number text,
  bank_name text,
  account_number text,
  account_name text,
  paypal_email text,
  payout_state text check (payout_state in (
    'manual', 'queued', 'sending', 'sent', 'unknown', 'needs_review', 'paid', 'failed', 'returned', 'cancelled'
  )),
  -- Why a queued payout waits, and until when. The member reads it.
  wait_reason text check (wait_reason in ('daily-limit', 'member-daily-limit', 'low-float', 'busy', 'held')),
  waits_until timestamptz,
  risk_score int not null default 0 check (risk_score >= 0),
  -- The risk reasons, by name. Decided when it is requested.
  review_reasons text[] not null default '{}',
  -- Staff have to review it individually before they approve it.
  is_in_review boolean not null default false,
  requested_at timestamptz not null default now(),
  admin_comment text,
  processed_by text,
  processed_at timestamptz,
  receipt text,
  paid_at timestamptz,
  -- Bank account numbers are sealed like secrets (docs/decisions/0068). Queries compare their keyed hash. A number without a
  -- hash was stored by an earlier version, until the server has sealed it, or belonged to an erased member.
  account_number_hash bytea check (octet_length(account_number_hash) = 32),
  -- Who received it by the provider's or the bank's own account, masked, and whether that is the member's name.
  receiver_name text,
  receiver_name_matches boolean,
  primary key (member_id, withdrawal_id),
  constraint withdrawal_amount check (amount_kes = points * kes_per_point),
  constraint withdrawal_tax check (tax_kes >= 0 and tax_kes < amount_kes),
  constraint withdrawal_untaxed check (tax_percent > 0 or tax_kes = 0),
  constraint withdrawal_bank
    check (method <> 'bank' or (bank_name is not null and account_number is not null and account_name is not null)),
  constraint withdrawal_paypal check (method <> 'paypal' or (paypal_email is not null and amount_usd > 0)),
  constraint withdrawal_pending check (status <> 'pending' or payout_state is null),
  constraint withdrawal_approved check (status <> 'approved' or (payout_state is not null and payout_state <> 'paid')),
  constraint withdrawal_rejected_has_a_comment check (status <> 'rejected' or admin_comment is not null),
  constraint withdrawal_wait check ((wait_reason is null) = (waits_until is null)),
  constraint withdrawal_wait_is_queued check (wait_reason is null or payout_state = 'queued'),
  constraint withdrawal_account_sealed
    check ((account_number_hash is not null) = coalesce(account_number like 'sealed:1:%', false)),
  constraint withdrawal_receiver check ((receiver_name is null) = (receiver_name_matches is null)),
  constraint withdrawal_paid_at
    check ((status = 'paid' or coalesce(payout_state = 'returned', false)) = (paid_at is not null)),
  constraint withdrawal_check3 check (method not in ('mpesa', 'airtel', 'airtime') or mpesa_number is not null),
  constraint withdrawal_paid check (status <> 'paid' or payout_state = 'paid'),
  constraint withdrawal_returned check (payout_state is distinct from 'returned' or status = 'rejected')
);
-- The staff list, oldest first; a withdrawal by its id alone, and by its M-Pesa number.
create index withdrawal_status_requested on withdrawal (status, requested_at, withdrawal_id);
create index withdrawal_requested on withdrawal (requested_at, withdrawal_id);
create index withdrawal_by_id on withdrawal (withdrawal_id);
create index withdrawal_mpesa_number on withdrawal (mpesa_number, requested_at desc) where mpesa_number is not null;
-- A member's own history.
create index withdrawal_member_requested on withdrawal (member_id, requested_at desc, withdrawal_id);
create index withdrawal_waiting on withdrawal (wait_reason) where wait_reason is not null;
-- The staff's file of payments by hand, oldest first.
create index withdrawal_by_hand on withdrawal (requested_at, withdrawal_id) where payout_state = 'manual';
create index withdrawal_undecided on withdrawal (requested_at) where status = 'pending';
create index withdrawal_unclear on withdrawal (requested_at)
  where status = 'approved' and payout_state = 'needs_review';
-- What is still plain: empty once everything is sealed.
create index withdrawal_plain_account on withdrawal (withdrawal_id)
  where account_number is not null and account_number_hash is null and account_number <> 'erased';
create index withdrawal_paid on withdrawal (paid_at) where paid_at is not null;
create index withdrawal_receipt on withdrawal (upper(receipt)) where receipt is not null;
-- Staff list the withdrawals of one method. Most are by M-Pesa, which needs no index.
create index withdrawal_other_method on withdrawal (method, requested_at, withdrawal_id) where method <> 'mpesa';

-- A member's last destination, by method, so that they need not type it again. Written only with a withdrawal: each
-- change comes with held points and, for a new destination, a mail.
create table payout_details (
  member_id uuid not null references member (member_id),
  method text not null check (method in ('mpesa', 'bank', 'paypal', 'airtel', 'airtime')),
  mpesa_number text,
  bank_name text,
  account_number text,
  account_name text,
  paypal_email text,
  -- When they were last used.
  updated_at timestamptz not null default now(),
  -- When they last changed.
  changed_at timestamptz not null default now(),
  account_number_hash bytea check (octet_length(account_number_hash) = 32),
  primary key (member_id, method),
  constraint payout_details_bank
    check ((method = 'bank') = (bank_name is not null and account_number is not null and account_name is not null)),
  constraint payout_details_paypal check ((method = 'paypal') = (paypal_email is not null)),
  constraint payout_details_only_bank_has_an_account
    check (method = 'bank' or coalesce(bank_name, account_number, account_name) is null),
  constraint payout_details_account_sealed
    check ((account_number_hash is not null) = coalesce(account_number like 'sealed:1:%', false)),
  constraint payout_details_check check ((method in ('mpesa', 'airtel', 'airtime')) = (mpesa_number is not null))
);
create index payout_details_plain_account on payout_details (member_id)
  where account_number is not null and account_number_hash is null;

-- Where a member asked to be paid, for every method. The value is sealed; its keyed hash finds it.
create table payout_destination (
  member_id uuid not null references member (member_id),
  destination_hash bytea not null check (octet_length(destination_hash) = 32),
  method text not null check (method in ('mpesa', 'bank', 'paypal')),
  value text not null check (value like 'sealed:1:%'),
  named_at timestamptz not null default now(),
  proven_at timestamptz,
  proven_by text check (proven_by in ('code', 'payment', 'staff')),
  -- Destinations of every method replace the list of M-Pesa numbers (docs/decisions/0076).
  -- Its name to callers: the hash changes with the key.
  destination_id uuid not null default gen_random_uuid(),
  -- When a payment first arrived there.
  paid_at timestamptz,
  -- The member proved it, but it belongs to another. Staff decide.
  disputed_at timestamptz,
  disputed_by text check (disputed_by in ('code', 'payment', 'staff')),
  primary key (member_id, destination_hash),
  constraint payout_destination_proven check ((proven_at is null) = (proven_by is null)),
  constraint payout_destination_disputed check ((disputed_at is null) = (disputed_by is null))
);
create index payout_destination_id on payout_destination (destination_id);

-- Whose a destination is, from its first proof on.
create table destination_owner (
  destination_hash bytea primary key check (octet_length(destination_hash) = 32),
  member_id uuid not null
);
create index destination_owner_member on destination_owner (member_id);

-- Everyone who named a destination. It shows who shares one without asking each member's server.
create table destination_claimant (
  destination_hash bytea not null check (octet_length(destination_hash) = 32),
  member_id uuid not null,
  primary key (destination_hash, member_id)
);
create index destination_claimant_member on destination_claimant (member_id);

-- Where members were paid, or asked to be, before destinations had hashes. The server has the keys: it moves the rows to
-- `payout_destination` after its start, those paid first first, because a first payment decides whose a destination is.
create table destination_backlog (
  member_id uuid not null references member (member_id),
  entry_id uuid not null default gen_random_uuid(),
  -- Where it is read from; null for a number without a withdrawal.
  withdrawal_id uuid,
  mpesa_number text,
  named_at timestamptz not null,
  paid_at timestamptz,
  primary key (member_id, entry_id),
  constraint destination_backlog_one_source check ((withdrawal_id is null) <> (mpesa_number is null))
);
create index destination_backlog_paid on destination_backlog (paid_at, member_id, entry_id);

-- The newest code of a member: a new request replaces the one before.
create table destination_code (
  member_id uuid primary key references member (member_id),
  code_id uuid not null,
  number text not null check (number like 'sealed:1:%'),
  number_hash bytea not null check (octet_length(number_hash) = 32),
  -- Keyed. Null until the job that texts the code has made it.
  code_hash bytea check (octet_length(code_hash) = 32),
  tries int not null default 0 check (tries between 0 and 5),
  requested_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
