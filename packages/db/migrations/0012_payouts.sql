-- payouts: sending the money of withdrawals, what delays or stops it (docs/decisions/0075), and accounts that seem to belong to
-- one person (docs/decisions/0082).

-- Whether payments leave through a provider, and if not, why. A sender locks the row while it decides: after a stop has
-- committed nothing is sent, and sums against a limit are exact.
create table payout_queue (
  provider text primary key check (provider <> ''),
  is_stopped boolean not null default false,
  reason text check (reason <> ''),
  -- The provider's error; null when a person stopped it.
  code text,
  since timestamptz,
  stopped_by text,
  -- When the next payment may be sent, at the provider's rate, and after it was busy.
  next_send_at timestamptz not null default '-infinity',
  constraint payout_queue_reason check (is_stopped = (reason is not null)),
  constraint payout_queue_since check (is_stopped = (since is not null)),
  constraint payout_queue_stopped_by check (is_stopped = (stopped_by is not null)),
  constraint payout_queue_code check (is_stopped or code is null)
);

-- Each attempt to send a withdrawal's money. Committed before anything is sent.
create table payout_attempt (
  member_id uuid not null,
  withdrawal_id uuid not null,
  attempt_no int not null check (attempt_no > 0),
  provider text not null,
  -- prepared: provably nothing was sent yet. sending: it may have been. sent: the provider accepted it.
  state text not null default 'prepared'
    check (state in ('prepared', 'sending', 'sent', 'unknown', 'needs_review', 'paid', 'failed', 'not_sent')),
  -- The provider refuses a second payment under the same id: the last guard against paying twice.
  originator_conversation_id text not null check (originator_conversation_id ~ '^[A-Za-z0-9_-]{1,20}$'),
  amount_kes bigint not null,
  mpesa_number text not null,
  conversation_id text,
  receipt text,
  result_code text,
  result_description text,
  -- While a worker holds the attempt. After it, the worker of a `sending` attempt is dead and the outcome unknown.
  lease_until timestamptz,
  checks int not null default 0,
  next_check_at timestamptz,
  created_at timestamptz not null default now(),
  -- When the money may have left: what the day's limits and the float count. Null while it provably has not.
  sending_at timestamptz,
  settled_at timestamptz,
  -- The rule approved it, and the switch still stops it before it is sent.
  is_automatic boolean not null default false,
  -- A provider that says it is busy may have taken the payment all the same (docs/decisions/0011). Until something proves
  -- the opposite, nobody else is asked to pay it.
  was_asked boolean not null default false,
  primary key (member_id, withdrawal_id, attempt_no),
  foreign key (member_id, withdrawal_id) references withdrawal (member_id, withdrawal_id),
  constraint payout_attempt_paid_has_receipt check (state <> 'paid' or receipt is not null),
  constraint payout_attempt_sent_has_a_time
    check (state not in ('sending', 'sent', 'unknown', 'paid') or sending_at is not null)
);
-- A new attempt is possible only after the last one definitely failed or was never sent.
create unique index payout_attempt_one_open on payout_attempt (member_id, withdrawal_id)
  where state not in ('failed', 'not_sent');
-- For the sweep.
create index payout_attempt_due on payout_attempt (next_check_at)
  where state in ('prepared', 'sending', 'sent', 'unknown');
-- For the daily limits.
create index payout_attempt_sending on payout_attempt (sending_at);
-- For the daily reconciliation.
create index payout_attempt_receipt on payout_attempt (upper(receipt)) where receipt is not null;
create index payout_attempt_settled on payout_attempt (settled_at) where state = 'paid';
create index payout_attempt_unresolved on payout_attempt (created_at) where state in ('unknown', 'needs_review');
-- What waits to be sent, by provider.
create index payout_attempt_prepared on payout_attempt (provider) where state = 'prepared';

-- Every value by which a callback may name an attempt, and every receipt: unique across members.
create table payout_reference (
  kind text not null check (kind in ('result-token', 'timeout-token', 'query-token', 'originator', 'conversation')),
  value text not null,
  member_id uuid not null,
  withdrawal_id uuid not null,
  attempt_no int,
  created_at timestamptz not null default now(),
  primary key (kind, value)
);
-- From a member to the provider's callbacks about them.
create index payout_reference_member on payout_reference (member_id);

-- A receipt proves one payment, no matter who reports it: the provider, a person, or a file. Once claimed it stays claimed,
-- even if the payment comes back (docs/decisions/0084).
create table payout_receipt (
  receipt text primary key check (receipt = upper(receipt) and receipt <> ''),
  member_id uuid not null,
  withdrawal_id uuid not null,
  claimed_by text not null check (claimed_by in ('provider', 'staff')),
  claimed_at timestamptz not null default now()
);
-- What receipts a withdrawal has claimed: a second one is a second payment.
create index payout_receipt_withdrawal on payout_receipt (withdrawal_id);

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
  constraint payout_correction_cause check ((kind = 'returned') = (cause is not null)),
  constraint payout_correction_receipt check (kind = 'returned' or receipt is not null),
  constraint payout_correction_sign check (case kind when 'returned' then points >= 0 else points <= 0 end),
  -- Restored points are always taken again.
  constraint payout_correction_late_takes_points check (kind <> 'late' or points < 0)
);
-- A payment comes back once, and arrives late once. Each receipt is one second payment.
create unique index payout_correction_once on payout_correction (member_id, withdrawal_id, kind) where kind <> 'duplicate';
create unique index payout_correction_receipt on payout_correction (member_id, receipt) where kind <> 'returned';
-- For the daily reconciliation.
create index payout_correction_of_receipt on payout_correction (receipt) where kind = 'duplicate';

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
  constraint payout_decision_applied check (not is_applied or (mode = 'on' and outcome = 'pay')),
  constraint payout_decision_reasons check ((outcome = 'pay') = (reasons = '{}')),
  constraint payout_decision_staff_decided_at check ((staff_outcome is null) = (staff_decided_at is null)),
  constraint payout_decision_staff_actor check ((staff_outcome is null) = (staff_actor is null))
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
  constraint automatic_payout_switch_cause check (is_tripped = (cause is not null)),
  constraint automatic_payout_switch_reason check (is_tripped = (reason is not null)),
  constraint automatic_payout_switch_tripped_by check (is_tripped = (tripped_by is not null)),
  constraint automatic_payout_switch_tripped_at check (is_tripped = (tripped_at is not null))
);
insert into automatic_payout_switch default values;

-- The provider's callbacks, unchanged, stored before they are processed.
create table payout_callback (
  callback_id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('result', 'timeout', 'query', 'balance')),
  token_hash text not null,
  body bytea not null,
  body_hash bytea not null,
  address inet,
  -- False: it came from an address that is not the provider's, and counts only as far as a status query confirms
  -- it.
  is_from_provider boolean not null default true,
  received_at timestamptz not null default now()
);
create index payout_callback_oldest on payout_callback (received_at);

-- The provider repeats itself: the same bytes to the same URL are one callback. Written before the callback, in its
-- transaction: of two that arrive at once the second waits here, and finds the first. The same bytes from the
-- right address are another callback.
create table payout_callback_word (
  token_hash text not null,
  kind text not null,
  body_hash bytea not null,
  is_from_provider boolean not null,
  said_at timestamptz not null default clock_timestamp(),
  primary key (token_hash, kind, body_hash, is_from_provider)
);

-- A callback's outcome; inserted with it, and filled in once it was processed.
create table payout_callback_outcome (
  callback_id uuid primary key references payout_callback (callback_id),
  outcome text,
  detail text not null default '',
  -- When the sweep gives it another job, in case the first was lost.
  due_at timestamptz not null,
  processed_at timestamptz,
  constraint payout_callback_outcome_processed check ((outcome is null) = (processed_at is null))
);
create index payout_callback_waiting on payout_callback_outcome (due_at) where outcome is null;

-- Our balance at the provider. `asked_at` instead of the time of the answer: a payment sent in between
-- is counted against it, whether or not the answer includes it.
create table payout_float (
  provider text primary key check (provider <> ''),
  available_kes numeric(16, 2) not null,
  asked_at timestamptz not null,
  -- Staff were alerted: once, until there is enough again.
  is_low boolean not null default false
);

create table payout_float_query (
  token_hash text primary key,
  provider text not null,
  asked_at timestamptz not null default clock_timestamp()
);

-- The provider's access token for all processes: a new one revokes the previous one, so one process at a time requests one,
-- outside of any transaction. `lease_until` ends the turn of a process that died. A crash may empty the table.
create unlogged table provider_token (
  provider text primary key,
  token text,
  renew_at timestamptz,
  -- Counts the turns; `failure` is the outcome of the last one when it brought no token.
  turn bigint not null default 0,
  lease_until timestamptz,
  failure jsonb,
  constraint provider_token_renew_at check ((token is null) = (renew_at is null))
);

-- A pause of a member's payouts: why, who decided, the member's appeal, and how it ended. Nothing is taken
-- from them, and they continue to earn.
create table payout_pause (
  member_id uuid not null references member (member_id),
  pause_id uuid not null default gen_random_uuid(),
  -- The member reads everything that is written here.
  reason text not null check (reason <> ''),
  paused_by text not null,
  paused_at timestamptz not null default clock_timestamp(),
  appeal text check (appeal <> ''),
  appealed_at timestamptz,
  appeal_answer text check (appeal_answer <> ''),
  answered_by text,
  answered_at timestamptz,
  lift_reason text check (lift_reason <> ''),
  lifted_by text,
  lifted_at timestamptz,
  primary key (member_id, pause_id),
  constraint payout_pause_appealed check ((appeal is null) = (appealed_at is null)),
  constraint payout_pause_answered
    check ((appeal_answer is null) = (answered_by is null) and (appeal_answer is null) = (answered_at is null)),
  constraint payout_pause_answers_an_appeal check (appeal_answer is null or appeal is not null),
  constraint payout_pause_lifted
    check ((lift_reason is null) = (lifted_by is null) and (lift_reason is null) = (lifted_at is null))
);
-- One open pause for each member.
create unique index payout_pause_open on payout_pause (member_id) where lifted_at is null;
-- The staff's lists: the appeals that wait for an answer, and all pauses.
create index payout_pause_appeal on payout_pause (paused_at, pause_id)
  where appealed_at is not null and answered_at is null and lifted_at is null;
create index payout_pause_by_time on payout_pause (paused_at, pause_id);

-- Why a withdrawal is not paid yet, or a survey's reward not booked yet. `until` null: until somebody decides, or what it is about
-- has changed.
create table hold (
  member_id uuid not null references member (member_id),
  hold_id uuid not null default gen_random_uuid(),
  subject text not null check (subject in ('withdrawal', 'survey')),
  -- The withdrawal's id, or the survey's.
  subject_id uuid not null,
  reason text not null check (reason ~ '^[a-z-]+$'),
  -- When what it is about happened. The same reason holds the same subject again only for something newer.
  since timestamptz not null,
  until timestamptz,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  -- `system`, or who lifted it.
  ended_by text,
  end_reason text,
  -- Why a hold is there, in figures: how many other accounts, how many points. Nothing of another member.
  facts jsonb not null default '{}' check (jsonb_typeof(facts) = 'object'),
  -- When a worker looks at it again: a cause can be gone before its time, and an open end has none.
  evaluate_at timestamptz,
  primary key (member_id, hold_id),
  unique (member_id, subject, subject_id, reason, since),
  constraint hold_ended check ((ended_at is null) = (ended_by is null))
);
create index hold_open on hold (member_id, subject, subject_id) where ended_at is null;
create index hold_due on hold (until) where ended_at is null and until is not null;
create index hold_to_evaluate on hold (evaluate_at) where ended_at is null and subject = 'withdrawal';

create table cluster (
  cluster_id uuid primary key default gen_random_uuid(),
  state text not null default 'found' check (state in ('found', 'held', 'paused', 'released', 'dismissed', 'closed')),
  -- Counts every change of what a decision is about: members, edges, score and state.
  version int not null default 1,
  score int not null check (score between 0 and 100),
  reasons jsonb not null,
  found_at timestamptz not null default now(),
  -- Since when it waits for a decision.
  waits_since timestamptz not null default now(),
  decided_at timestamptz,
  decided_by text,
  decision_reason text,
  constraint cluster_decided_by check ((decided_at is null) = (decided_by is null)),
  constraint cluster_decision_reason check ((decided_at is null) = (decision_reason is null))
);
create index cluster_by_score on cluster (score desc, cluster_id) where state <> 'closed';
create index cluster_waiting on cluster (waits_since) where state = 'found' and score >= 50;
create index cluster_held on cluster (decided_at) where state = 'held';

create table cluster_member (
  member_id uuid primary key references member (member_id),
  cluster_id uuid not null,
  joined_at timestamptz not null default now()
);
create index cluster_member_of on cluster_member (cluster_id);

-- Why two of its members belong together.
create table cluster_edge (
  cluster_id uuid not null references cluster (cluster_id),
  member_id uuid not null,
  other_id uuid not null,
  kind text not null check (kind in ('mailbox', 'destination', 'device', 'invitation', 'timing')),
  weight int not null check (weight > 0),
  -- Staff have decided while this edge was there.
  is_decided boolean not null default false,
  found_at timestamptz not null default now(),
  primary key (cluster_id, member_id, other_id, kind),
  constraint cluster_edge_ordered check (member_id < other_id)
);
create index cluster_edge_member on cluster_edge (member_id);
create index cluster_edge_other on cluster_edge (other_id);

-- How far the search for clusters has come, so that another worker continues where one stopped.
create table cluster_search (
  is_only boolean primary key default true check (is_only),
  seen_from timestamptz not null,
  seen_until timestamptz not null,
  -- The last member who was looked at in this pass; null between passes.
  after_seen_at timestamptz,
  after_member_id uuid,
  constraint cluster_search_after check ((after_seen_at is null) = (after_member_id is null))
);

-- Payments that a bank makes from a file (docs/decisions/0088).
create table bank_batch (
  batch_id uuid primary key,
  number int not null unique check (number > 0),
  -- How its file is written: a download later has to have the same content.
  format jsonb not null,
  day date not null,
  row_count int not null check (row_count > 0),
  total_kes bigint not null check (total_kes > 0),
  -- SHA-256 of the file.
  content_hash bytea not null check (octet_length(content_hash) = 32),
  created_at timestamptz not null default clock_timestamp(),
  created_by text not null
);

create table bank_batch_row (
  batch_id uuid not null references bank_batch (batch_id),
  line int not null check (line > 0),
  -- What the bank repeats in its result.
  reference text not null unique,
  member_id uuid not null,
  withdrawal_id uuid not null,
  amount_kes bigint not null check (amount_kes > 0),
  -- Null: the bank has not said yet.
  outcome text check (outcome in ('paid', 'failed', 'cancelled')),
  bank_reference text,
  reason text,
  settled_at timestamptz,
  settled_by text,
  primary key (batch_id, line),
  constraint bank_batch_row_settled_at check ((outcome is null) = (settled_at is null)),
  constraint bank_batch_row_settled_by check ((outcome is null) = (settled_by is null)),
  constraint bank_batch_row_bank_reference check ((outcome is not distinct from 'paid') = (bank_reference is not null))
);
-- The export and the erasure of a member read these tables by member.
create index bank_batch_row_member on bank_batch_row (member_id);
create unique index bank_batch_row_once on bank_batch_row (withdrawal_id) where outcome is null or outcome = 'paid';

-- What became of a bank batch's file (docs/decisions/0088). A batch ends before its result at most once: it is uploaded, or
-- cancelled.
create table bank_batch_step (
  step_id uuid primary key default gen_random_uuid(),
  batch_id uuid not null references bank_batch (batch_id),
  step text not null check (step in ('downloaded', 'uploaded', 'cancelled')),
  reason text,
  at timestamptz not null default clock_timestamp(),
  by text not null,
  constraint bank_batch_step_reason check ((step = 'cancelled') = (reason is not null))
);
create unique index bank_batch_step_once on bank_batch_step (batch_id) where step <> 'downloaded';
create index bank_batch_step_of on bank_batch_step (batch_id, at);
