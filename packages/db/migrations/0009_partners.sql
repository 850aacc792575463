-- partners: clicks, what partners report, and what it is worth.

-- partners: clicks, what partners report, and what it is worth.
create table partner (
  partner_id uuid primary key default gen_random_uuid(),
  name text not null,
  -- In the URL that the partner calls: unguessable, and identifies no person.
  public_key text not null unique check (public_key ~ '^(sealed:1:.+|[A-Za-z0-9_-]{32,})$'),
  preset text not null,
  scheme jsonb not null,
  secret text not null,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  -- The version that a form was opened with: of two people who edit a partner at once the second is refused.
  version int not null default 1 check (version > 0),
  -- A sealed URL key cannot be looked up: its keyed hash can.
  public_key_hash bytea unique check (octet_length(public_key_hash) = 32)
);
alter table task add foreign key (partner_id) references partner (partner_id);
alter table survey add foreign key (partner_id) references partner (partner_id);

-- The points that a partner's events brought on a business day, reversed or not. Its row's lock keeps parallel events below the
-- partner's ceiling.
create table partner_day (
  partner_id uuid not null references partner (partner_id),
  day date not null,
  points bigint not null check (points >= 0),
  primary key (partner_id, day)
);

-- A member leaves for a partner's page. `reference` is all that the partner learns about them.
create table click (
  member_id uuid not null references member (member_id),
  click_id uuid not null default gen_random_uuid(),
  reference text not null,
  survey_id uuid references survey (survey_id),
  -- The specification's cpaLinkId.
  task_id uuid references task (task_id),
  partner_id uuid references partner (partner_id),
  -- Promised when the member left.
  points int not null check (points >= 0),
  title text not null,
  clicked_at timestamptz not null default now(),
  address inet,
  user_agent text,
  primary key (member_id, click_id),
  constraint click_one_offer check (num_nonnulls(survey_id, task_id) = 1)
);
create index click_member on click (member_id, clicked_at desc);
-- The staff's pages, newest first: all clicks, of surveys, of links, of one survey; and where the next page begins.
create index click_newest on click (clicked_at desc, click_id desc);
create index click_newest_survey on click (clicked_at desc, click_id desc) where survey_id is not null;
create index click_newest_link on click (clicked_at desc, click_id desc) where task_id is not null;
create index click_survey on click (survey_id, clicked_at desc, click_id desc) where survey_id is not null;
create index click_place on click (click_id);

create table click_reference (
  reference text primary key check (reference ~ '^[A-Za-z0-9_-]{22,}$'),
  member_id uuid not null,
  click_id uuid not null
);

-- Every call to a partner's URL, unchanged.
create table partner_event (
  event_id uuid primary key default gen_random_uuid(),
  partner_id uuid not null references partner (partner_id),
  received_at timestamptz not null default now(),
  method text not null,
  -- Path and query exactly as received, as bytes: a signature is over these.
  target bytea,
  headers jsonb,
  body bytea,
  address inet,
  -- Set when staff replay an old event.
  replay_of uuid references partner_event (event_id),
  -- Requests contain the URL key, and some partners prove themselves by sending their secret.
  sealed text check (sealed like 'sealed:1:%'),
  -- A request that has served its purpose is emptied. That the event came, and what became of it, stays: it counts once and
  -- can be reversed.
  emptied_at timestamptz,
  constraint partner_event_stored_once check (
    num_nonnulls(target, headers, body) = case when sealed is null and emptied_at is null then 3 else 0 end
      and (emptied_at is null or sealed is null)
  )
);
create index partner_event_newest on partner_event (partner_id, received_at desc, event_id desc);
create index partner_event_newest_of_all on partner_event (received_at desc, event_id desc);
create index partner_event_plain on partner_event (event_id) where sealed is null and emptied_at is null;
create index partner_event_kept on partner_event (received_at) where emptied_at is null;

-- An event's outcome.
create table partner_event_outcome (
  event_id uuid primary key references partner_event (event_id),
  -- Copied from the event, so that one kind of outcome is found newest first without reading all events.
  partner_id uuid not null references partner (partner_id),
  received_at timestamptz not null,
  outcome text not null check (outcome in (
    'credited', 'pending', 'review', 'duplicate', 'reversed', 'kept-for-credit', 'screened-out', 'recorded', 'test',
    'unmatched', 'rejected'
  )),
  -- Why, by name: the signature, the address, the amount …
  reason text,
  kind text,
  transaction_id text,
  reference text,
  amount_usd numeric(12, 4),
  points int,
  member_id uuid,
  decided_at timestamptz not null default now(),
  decided_by text not null default 'system'
);
create index partner_event_unmatched on partner_event_outcome (decided_at) where outcome = 'unmatched';
create index partner_event_transaction on partner_event_outcome (transaction_id);
-- The staff's list: of one partner and kind, of one kind, and what carried one click's reference.
create index partner_event_outcome_of_partner
  on partner_event_outcome (partner_id, outcome, received_at desc, event_id desc);
create index partner_event_outcome_newest on partner_event_outcome (outcome, received_at desc, event_id desc);
create index partner_event_outcome_reference
  on partner_event_outcome (reference, received_at desc, event_id desc) where reference is not null;
-- The outcomes of a partner's latest events, without reading the events.
create index partner_event_outcome_latest on partner_event_outcome (partner_id, received_at desc) include (outcome);

-- Each of a partner's transactions is credited once and reversed once, however often the partner repeats it.
create table partner_transaction (
  partner_id uuid not null references partner (partner_id),
  transaction_id text not null,
  kind text not null check (kind in ('credit', 'reverse', 'screenout')),
  event_id uuid not null references partner_event (event_id),
  -- Null for a reversal that came before its credit.
  member_id uuid,
  credit_id uuid,
  created_at timestamptz not null default now(),
  primary key (partner_id, transaction_id, kind)
);

-- "I did this and got nothing": one claim for each click.
create table credit_claim (
  member_id uuid not null references member (member_id),
  claim_id uuid not null default gen_random_uuid(),
  click_id uuid not null,
  note text not null default '',
  state text not null default 'open' check (state in ('open', 'credited', 'declined')),
  reason text,
  points int,
  opened_at timestamptz not null default now(),
  decided_at timestamptz,
  decided_by text,
  primary key (member_id, claim_id),
  unique (member_id, click_id),
  foreign key (member_id, click_id) references click (member_id, click_id),
  constraint credit_claim_declined check (state <> 'declined' or reason is not null),
  constraint credit_claim_decided_at check ((state = 'open') = (decided_at is null))
);
-- A decision names the claim alone.
create index credit_claim_by_id on credit_claim (claim_id);
-- The staff's queue, oldest first: open claims, all claims, those of one state.
create index credit_claim_open on credit_claim (opened_at, claim_id) where state = 'open';
create index credit_claim_opened on credit_claim (opened_at, claim_id);
create index credit_claim_state on credit_claim (state, opened_at, claim_id);
create index credit_claim_member on credit_claim (member_id, opened_at desc, claim_id);

-- What a partner's event is worth to a member, from the first time we receive it.
create table partner_credit (
  member_id uuid not null references member (member_id),
  credit_id uuid not null default gen_random_uuid(),
  partner_id uuid not null references partner (partner_id),
  transaction_id text not null,
  click_id uuid,
  kind text not null check (kind in ('survey', 'offer')),
  title text not null,
  points int not null check (points > 0),
  amount_usd numeric(12, 4) not null,
  state text not null check (state in ('review', 'pending', 'available', 'reversed', 'cancelled')),
  created_at timestamptz not null default now(),
  release_at timestamptz not null,
  settled_at timestamptz,
  reason text,
  -- A partner's credit that came after staff had granted a claim for its click. It pays nothing, and its reversal takes the
  -- claim back.
  claim_id uuid,
  -- A partner's credit counts once for each goal of a click, and waits for staff when the partner's amount does not buy its points.
  -- The step of the offer that the partner names; empty: it names none.
  goal text not null default '',
  -- What the amount bought at the rate of that day; unknown for credits of earlier versions.
  bought_points int check (bought_points >= 0),
  -- Why it went to staff, and who of them decided; null: it did not, or nobody has.
  review_reason text,
  decided_by text,
  primary key (member_id, credit_id),
  foreign key (member_id, claim_id) references credit_claim (member_id, claim_id),
  constraint partner_credit_reviewed check (state <> 'review' or review_reason is not null)
);
create unique index partner_credit_once on partner_credit (member_id, partner_id, transaction_id);
create index partner_credit_due on partner_credit (release_at) where state = 'pending';
create index partner_credit_member on partner_credit (member_id, created_at desc);
create unique index partner_credit_of_claim on partner_credit (member_id, claim_id) where claim_id is not null;
-- A credit that was taken back frees its goal: the partner can credit it again with another transaction.
create unique index partner_credit_goal on partner_credit (member_id, click_id, goal)
  where click_id is not null and state in ('review', 'pending', 'available');
-- The staff's queue, oldest first, and a decision, which names the credit alone.
create index partner_credit_review on partner_credit (created_at, credit_id) where state = 'review';
create index partner_credit_by_id on partner_credit (credit_id);
create index partner_credit_reviewed_at on partner_credit (created_at, credit_id)
  where review_reason is not null and state <> 'review';
-- What partners credited in the last hour.
create index partner_credit_created on partner_credit (created_at);
-- A partner's credits of a period that its report should have.
create index partner_credit_accrued on partner_credit (partner_id, created_at, credit_id) where state = 'available';
