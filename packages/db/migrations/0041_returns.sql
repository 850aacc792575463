-- Ways back of a payout, and debts (docs/decisions/0084): money that comes back, arrives late or arrives twice.

create table payout_correction (
  member_id uuid not null,
  correction_id uuid not null default gen_random_uuid(),
  withdrawal_id uuid not null,
  kind text not null check (kind in ('returned', 'late', 'duplicate')),
  -- Why it came back.
  cause text check (cause in ('bank', 'provider', 'wrong-number')),
  -- Of the payment that arrived late or twice, or of the one that brought the money back.
  receipt text,
  -- What the member gets (positive) or owes (negative). 0: the house bears it.
  points bigint not null,
  amount_kes bigint not null check (amount_kes > 0),
  booked_by text not null,
  booked_at timestamptz not null default now(),
  primary key (member_id, correction_id),
  foreign key (member_id, withdrawal_id) references withdrawal (member_id, withdrawal_id),
  check ((kind = 'returned') = (cause is not null)),
  check (kind = 'returned' or receipt is not null),
  check (case kind when 'returned' then points >= 0 else points <= 0 end),
  -- Restored points are always taken again.
  check (kind <> 'late' or points < 0)
);
-- A payment comes back once, and arrives late once. Each receipt is one second payment.
create unique index payout_correction_once on payout_correction (member_id, withdrawal_id, kind) where kind <> 'duplicate';
create unique index payout_correction_receipt on payout_correction (member_id, receipt) where kind <> 'returned';
-- For the daily reconciliation.
create index payout_correction_of_receipt on payout_correction (receipt) where kind = 'duplicate';

-- Tax that was withheld from a payment that came back is not owed: booked on the day on which that became known.
create table withholding_reversal (
  member_id uuid not null,
  withdrawal_id uuid not null,
  day date not null,
  base_kes bigint not null check (base_kes > 0),
  tax_kes bigint not null check (tax_kes > 0),
  booked_at timestamptz not null default clock_timestamp(),
  primary key (member_id, withdrawal_id),
  foreign key (member_id, withdrawal_id) references withdrawal (member_id, withdrawal_id)
);
create index withholding_reversal_day on withholding_reversal (day);

alter table withdrawal drop constraint withdrawal_payout_state_check;
alter table withdrawal add constraint withdrawal_payout_state_check check (payout_state in (
  'manual', 'queued', 'sending', 'sent', 'unknown', 'needs_review', 'paid', 'failed', 'returned'
));
-- A returned one keeps when it was paid, and by which receipt.
alter table withdrawal drop constraint withdrawal_check10;
alter table withdrawal add constraint withdrawal_paid_at
  check ((status = 'paid' or coalesce(payout_state = 'returned', false)) = (paid_at is not null));
alter table withdrawal add constraint withdrawal_returned
  check (payout_state is distinct from 'returned' or (status = 'rejected' and receipt is not null));

drop index withdrawal_paid;
create index withdrawal_paid on withdrawal (paid_at) where paid_at is not null;
drop index withdrawal_receipt;
create index withdrawal_receipt on withdrawal (upper(receipt)) where receipt is not null;
drop index posting_payout;
create index posting_payout on posting (created_at) where kind in ('payout', 'payout-late');

-- Members in debt, for staff.
create index wallet_in_debt on wallet (member_id) where in_reversal_debt;

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
      when 'payout-returned' then available_delta > 0 and held_delta = 0 and house_account = 'payouts'
      when 'payout-late' then available_delta < 0 and held_delta = 0 and house_account = 'payouts'
      when 'payout-duplicate' then available_delta < 0 and held_delta = 0 and house_account = 'payouts'
      when 'adjustment' then held_delta = 0 and house_account = 'adjustments'
      when 'debt-written-off' then available_delta > 0 and held_delta = 0 and house_account = 'adjustments'
      when 'reversal' then held_delta = 0 and house_account = 'reversals'
      else false
    end;
end $$;
