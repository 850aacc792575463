-- Every way to earn. What may happen once a day is a primary key that holds the business day.

alter table posting drop constraint posting_kind_check;
alter table posting
  add constraint posting_kind_check check (kind in (
    'survey', 'daily-login', 'spin', 'quiz', 'video', 'ad', 'social', 'micro-job', 'offer', 'referral', 'claim',
    'hold', 'release', 'payout', 'adjustment', 'reversal'
  )),
  -- A reward only ever adds, and only to what is available.
  add constraint posting_reward_check check (
    kind not in ('survey', 'daily-login', 'spin', 'quiz', 'video', 'ad', 'social', 'micro-job', 'offer', 'referral', 'claim')
    or (available_delta > 0 and held_delta = 0 and house_account = 'rewards')
  );

create table daily_login (
  member_id uuid not null references member (member_id),
  day date not null,
  points int not null check (points >= 0),
  -- Days in a row, this one included.
  streak int not null check (streak >= 1),
  claimed_at timestamptz not null default now(),
  primary key (member_id, day)
);

create table spin (
  member_id uuid not null references member (member_id),
  day date not null,
  points int not null check (points >= 0),
  -- The weights that were drawn from: a draw can be explained later.
  drawn_from jsonb not null,
  spun_at timestamptz not null default now(),
  primary key (member_id, day)
);

create table quiz_question (
  question_id uuid primary key default gen_random_uuid(),
  question text not null,
  option_a text not null,
  option_b text not null,
  option_c text not null,
  option_d text not null,
  correct_answer text not null check (correct_answer in ('A', 'B', 'C', 'D')),
  is_active boolean not null default true,
  created_at timestamptz not null default now()
);

-- One set of questions a member and day, chosen when it is first asked for, as it was worded then.
create table quiz_attempt (
  member_id uuid not null references member (member_id),
  day date not null,
  -- [{ id, question, options: [{ key, text }], correctAnswer }]: never sent before submission as it stands.
  questions jsonb not null,
  opened_at timestamptz not null default now(),
  answers jsonb,
  correct int,
  points int,
  submitted_at timestamptz,
  -- What made us look twice, by name; it never stops the points by itself.
  flag_reasons text[] not null default '{}',
  primary key (member_id, day),
  check ((submitted_at is null) = (answers is null) and (submitted_at is null) = (points is null))
);

create table task (
  task_id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('video', 'ad', 'social', 'micro-job', 'affiliate')),
  title text not null,
  description text not null default '',
  -- An affiliate link's payout comes with its postback.
  points int not null check (points >= 0),
  -- The video, the advertised page, the partner's link.
  url text,
  min_time_seconds int check (min_time_seconds between 1 and 3600),
  instructions text not null default '',
  -- Empty or Global: every country.
  country text not null default '',
  partner_id uuid,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  check (kind not in ('video', 'ad', 'affiliate') or url is not null),
  check (kind <> 'ad' or min_time_seconds is not null),
  check (kind = 'affiliate' or points > 0)
);
create index task_kind on task (kind, created_at desc) where is_active;

-- When a member was last shown a list: a caller that never opens a task is measured from here.
create table task_list_view (
  member_id uuid not null references member (member_id),
  kind text not null,
  seen_at timestamptz not null default now(),
  primary key (member_id, kind)
);

-- A video or an advertisement on the member's screen, by the database's clock.
create table task_view (
  member_id uuid not null references member (member_id),
  view_id uuid not null default gen_random_uuid(),
  task_id uuid not null references task (task_id),
  kind text not null check (kind in ('video', 'ad')),
  opened_at timestamptz not null default clock_timestamp(),
  required_seconds int not null,
  claimed_at timestamptz,
  -- Opening another one ends this one.
  voided_at timestamptz,
  points int,
  -- What the browser said it was. Kept as evidence, never used.
  claimed_time_spent int,
  primary key (member_id, view_id)
);
create unique index task_view_one_open on task_view (member_id) where claimed_at is null and voided_at is null;
create index task_view_claimed on task_view (member_id, claimed_at desc) where claimed_at is not null;

create table task_proof (
  member_id uuid not null references member (member_id),
  proof_id uuid not null default gen_random_uuid(),
  task_id uuid not null references task (task_id),
  kind text not null check (kind in ('social', 'micro-job')),
  proof text not null,
  state text not null default 'submitted' check (state in ('submitted', 'approved', 'rejected')),
  -- Promised when it was handed in.
  points int not null check (points > 0),
  reason text,
  submitted_at timestamptz not null default now(),
  decided_at timestamptz,
  decided_by text,
  primary key (member_id, proof_id),
  check (state <> 'rejected' or reason is not null),
  check ((state = 'submitted') = (decided_at is null))
);
-- A task is done once; after a rejection it may be tried again.
create unique index task_proof_once on task_proof (member_id, task_id) where state <> 'rejected';
create index task_proof_waiting on task_proof (submitted_at, proof_id) where state = 'submitted';

create table partner (
  partner_id uuid primary key default gen_random_uuid(),
  name text not null,
  -- In the address that the partner calls: unguessable, and names nobody.
  public_key text not null unique check (public_key ~ '^[A-Za-z0-9_-]{32,}$'),
  preset text not null,
  scheme jsonb not null,
  secret text not null,
  is_active boolean not null default true,
  created_at timestamptz not null default now()
);
alter table task add foreign key (partner_id) references partner (partner_id);

alter table survey
  add column partner_id uuid references partner (partner_id),
  add column starts_at timestamptz,
  add column ends_at timestamptz,
  add column quota int check (quota > 0);

alter table survey_attempt
  add column screen_out_reason text,
  add column flag_reasons text[] not null default '{}',
  add column ended_at timestamptz;

-- A member leaves for a partner's page. `reference` is all that the partner learns about him.
create table click (
  member_id uuid not null references member (member_id),
  click_id uuid not null default gen_random_uuid(),
  reference text not null,
  survey_id uuid references survey (survey_id),
  -- The specification's cpaLinkId.
  task_id uuid references task (task_id),
  partner_id uuid references partner (partner_id),
  -- Promised when he left.
  points int not null check (points >= 0),
  title text not null,
  clicked_at timestamptz not null default now(),
  address inet,
  user_agent text,
  primary key (member_id, click_id),
  check (num_nonnulls(survey_id, task_id) = 1)
);
create index click_newest on click (clicked_at desc, click_id);
create index click_survey on click (survey_id, clicked_at desc) where survey_id is not null;
create index click_member on click (member_id, clicked_at desc);

create table click_reference (
  reference text primary key check (reference ~ '^[A-Za-z0-9_-]{22,}$'),
  member_id uuid not null,
  click_id uuid not null
);

-- Everything that anybody ever sent to a partner's address, word for word.
create table partner_event (
  event_id uuid primary key default gen_random_uuid(),
  partner_id uuid not null references partner (partner_id),
  received_at timestamptz not null default now(),
  method text not null,
  -- Path and query exactly as received, as bytes: a signature is over these.
  target bytea not null,
  headers jsonb not null,
  body bytea not null,
  address inet,
  -- Set by a person who sends an old event through again.
  replay_of uuid references partner_event (event_id)
);
create index partner_event_newest on partner_event (partner_id, received_at desc, event_id);
create trigger partner_event_append_only before update or delete on partner_event
  for each row execute function refuse_change();

-- What was made of it.
create table partner_event_outcome (
  event_id uuid primary key references partner_event (event_id),
  outcome text not null check (outcome in (
    'credited', 'pending', 'duplicate', 'reversed', 'kept-for-credit', 'screened-out', 'recorded', 'test', 'unmatched', 'rejected'
  )),
  -- Why, by name: the signature, the address, the amount…
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

-- Each of a partner's transactions is credited once and reversed once, whatever he repeats.
create table partner_transaction (
  partner_id uuid not null references partner (partner_id),
  transaction_id text not null,
  kind text not null check (kind in ('credit', 'reverse', 'screenout')),
  event_id uuid not null references partner_event (event_id),
  -- Null for a reversal that came before what it reverses.
  member_id uuid,
  credit_id uuid,
  created_at timestamptz not null default now(),
  primary key (partner_id, transaction_id, kind)
);

-- What a partner's word is worth to a member, from the first sight of it.
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
  state text not null check (state in ('pending', 'available', 'reversed', 'cancelled')),
  created_at timestamptz not null default now(),
  release_at timestamptz not null,
  settled_at timestamptz,
  reason text,
  primary key (member_id, credit_id)
);
create unique index partner_credit_once on partner_credit (member_id, partner_id, transaction_id);
create index partner_credit_due on partner_credit (release_at) where state = 'pending';
create index partner_credit_member on partner_credit (member_id, created_at desc);

-- "I did this and got nothing": one a click.
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
  check (state <> 'declined' or reason is not null),
  check ((state = 'open') = (decided_at is null))
);
create index credit_claim_open on credit_claim (opened_at, claim_id) where state = 'open';

create table referral_code (
  code text primary key check (code ~ '^[A-Z0-9]{6,12}$'),
  member_id uuid not null unique references member (member_id)
);

-- A friend who came by a member's link.
create table referral (
  -- The one who invited.
  member_id uuid not null references member (member_id),
  friend_id uuid not null references member (member_id),
  joined_at timestamptz not null default now(),
  state text not null default 'joined' check (state in ('joined', 'paid', 'refused')),
  reason text,
  points int,
  settled_at timestamptz,
  primary key (member_id, friend_id)
);
-- Nobody is invited twice.
create table referral_friend (
  friend_id uuid primary key references member (member_id),
  member_id uuid not null,
  check (friend_id <> member_id)
);
