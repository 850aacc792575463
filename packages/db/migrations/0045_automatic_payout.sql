-- Payouts that the owner's rule approves (docs/decisions/0087): what it said about each withdrawal, and the switch that ends it.

-- The rule's last evaluation of a withdrawal, and what staff decided about it.
create table payout_decision (
  member_id uuid not null,
  withdrawal_id uuid not null,
  mode text not null check (mode in ('shadow', 'on')),
  -- Of the economy record that holds the rule.
  rule_version int not null,
  -- `sample`: it would have been paid, and a person looks at it.
  outcome text not null check (outcome in ('pay', 'sample', 'person')),
  reasons text[] not null,
  amount_kes bigint not null check (amount_kes > 0),
  -- False in shadow mode, and for what a person decides.
  is_applied boolean not null,
  decided_at timestamptz not null default clock_timestamp(),
  -- When the answer may be another; null: when a hold ends, the rule changes or the switch is released.
  look_again_at timestamptz,
  -- Staff took an approval back, or the switch did: only a person decides now.
  is_barred boolean not null default false,
  staff_outcome text check (staff_outcome in ('approved', 'rejected')),
  staff_decided_at timestamptz,
  staff_actor text,
  primary key (member_id, withdrawal_id),
  foreign key (member_id, withdrawal_id) references withdrawal (member_id, withdrawal_id),
  check (not is_applied or (mode = 'on' and outcome = 'pay')),
  check ((outcome = 'pay') = (reasons = '{}')),
  check ((staff_outcome is null) = (staff_decided_at is null)),
  check ((staff_outcome is null) = (staff_actor is null))
);
-- The sums of a day.
create index payout_decision_day on payout_decision (decided_at) include (amount_kes) where outcome = 'pay';
create index payout_decision_again on payout_decision (look_again_at) where look_again_at is not null;
-- Agreement with staff.
create index payout_decision_staff on payout_decision (staff_decided_at) where staff_decided_at is not null;

create table automatic_payout_switch (
  is_only boolean primary key default true check (is_only),
  is_tripped boolean not null default false,
  cause text check (cause in ('staff', 'minted', 'velocity', 'failures', 'books', 'float')),
  reason text,
  tripped_by text,
  tripped_at timestamptz,
  -- When it was released last: what was decided before is looked at again, and failures before it do not count.
  released_at timestamptz not null default '-infinity',
  check (is_tripped = (cause is not null)),
  check (is_tripped = (reason is not null)),
  check (is_tripped = (tripped_by is not null)),
  check (is_tripped = (tripped_at is not null))
);
insert into automatic_payout_switch default values;

-- The rule approved it, and the switch still stops it before it is sent.
alter table payout_attempt add column is_automatic boolean not null default false;

-- When the next payment may be sent, at the provider's rate, and after it was busy.
alter table payout_queue add column next_send_at timestamptz not null default '-infinity';

-- What partners credited in the last hour.
create index partner_credit_created on partner_credit (created_at);
