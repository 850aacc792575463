-- A partner's credit counts once for each goal of a click, and waits for staff when the partner's amount does not buy its points.
alter table partner_credit
  -- The step of the offer that the partner names; empty: it names none.
  add column goal text not null default '',
  -- What the amount bought at the rate of that day; unknown for credits of earlier versions.
  add column bought_points int check (bought_points >= 0),
  -- Why it went to staff, and who of them decided; null: it did not, or nobody has.
  add column review_reason text,
  add column decided_by text,
  add constraint partner_credit_reviewed check (state <> 'review' or review_reason is not null),
  drop constraint partner_credit_state_check,
  add constraint partner_credit_state_check check (state in ('review', 'pending', 'available', 'reversed', 'cancelled'));

-- Earlier versions paid the same goal more than once. What they paid stays paid: each further one becomes a goal of its own.
update partner_credit c set goal = 'transaction ' || c.transaction_id
from (
  select member_id, credit_id, row_number() over (partition by member_id, click_id order by created_at, credit_id) as place
  from partner_credit where click_id is not null and state in ('pending', 'available')
) counted
where counted.member_id = c.member_id and counted.credit_id = c.credit_id and counted.place > 1;

-- A credit that was taken back frees its goal: the partner can credit it again with another transaction.
create unique index partner_credit_goal on partner_credit (member_id, click_id, goal)
  where click_id is not null and state in ('review', 'pending', 'available');
-- The staff's queue, oldest first, and a decision, which names the credit alone.
create index partner_credit_review on partner_credit (created_at, credit_id) where state = 'review';
create index partner_credit_by_id on partner_credit (credit_id);
create index partner_credit_reviewed_at on partner_credit (created_at, credit_id)
  where review_reason is not null and state <> 'review';

alter table partner_event_outcome
  drop constraint partner_event_outcome_outcome_check,
  add constraint partner_event_outcome_outcome_check check (outcome in (
    'credited', 'pending', 'review', 'duplicate', 'reversed', 'kept-for-credit', 'screened-out', 'recorded', 'test',
    'unmatched', 'rejected'
  ));

-- The points that a partner's events brought on a business day, reversed or not. Its row's lock keeps parallel events below the
-- partner's ceiling.
create table partner_day (
  partner_id uuid not null references partner (partner_id),
  day date not null,
  points bigint not null check (points >= 0),
  primary key (partner_id, day)
);
