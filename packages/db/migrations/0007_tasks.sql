-- tasks: every other way to earn. A key with the business day limits what may happen once a day.

-- Refers to the wallet, whose lock the claim holds, and not to the member: that would lock and write the member's row
-- at every claim. A member has exactly one wallet, and neither is ever deleted.
create table daily_login (
  member_id uuid not null references wallet (member_id),
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
  -- The weights of the draw, so that it can be explained later.
  drawn_from jsonb not null,
  spun_at timestamptz not null default now(),
  primary key (member_id, day)
);
-- The staff's page of all spins, newest first.
create index spin_newest on spin (spun_at, member_id);

-- How often something was used, until the moment that count_mark says. What came after is counted when it is read.
create table count_mark (
  is_only boolean primary key default true check (is_only),
  until timestamptz not null
);
insert into count_mark (until) values ('-infinity');

create table spin_count (
  day date primary key,
  spins bigint not null,
  points bigint not null
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
  created_at timestamptz not null default now(),
  -- The version that a form was opened with: of two people who save at once the second is refused and sees what changed.
  version int not null default 1,
  -- Nothing with history is deleted.
  retired_at timestamptz,
  constraint quiz_question_retired_check check (retired_at is null or not is_active)
);
-- The staff's page of questions, newest first.
create index quiz_question_newest on quiz_question (created_at, question_id) where retired_at is null;

-- One set of questions for a member and day, chosen when it is first opened, as it was worded then.
create table quiz_attempt (
  member_id uuid not null references member (member_id),
  day date not null,
  -- [{ id, question, options: [{ key, text }], correctAnswer }]: never sent unchanged before the answers are in.
  questions jsonb not null,
  opened_at timestamptz not null default now(),
  answers jsonb,
  correct int,
  points int,
  submitted_at timestamptz,
  -- Suspicious signs, by name; they never stop the points on their own.
  flag_reasons text[] not null default '{}',
  primary key (member_id, day),
  constraint quiz_attempt_submitted
    check ((submitted_at is null) = (answers is null) and (submitted_at is null) = (points is null))
);

create index quiz_attempt_submitted_at on quiz_attempt (submitted_at) where submitted_at is not null;

create table question_count (
  question_id uuid primary key references quiz_question (question_id) on delete cascade,
  answered bigint not null,
  correct bigint not null
);

-- The kinds that members prove, for the checks of tasks and of proofs. As with `is_sound_posting`, a change needs a migration
-- that checks the rows that exist.
create function is_proof_kind(kind text) returns boolean language sql immutable strict parallel safe
  return kind in ('social', 'micro-job');

create table task (
  task_id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('video', 'ad', 'affiliate') or is_proof_kind(kind)),
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
  -- The version that a form was opened with: of two people who save at once the second is refused and sees what changed.
  version int not null default 1,
  -- Nothing with history is deleted.
  retired_at timestamptz,
  constraint task_url check (kind not in ('video', 'ad', 'affiliate') or url is not null),
  constraint task_min_time check (kind <> 'ad' or min_time_seconds is not null),
  constraint task_earns check (kind = 'affiliate' or points > 0),
  constraint task_retired_check check (retired_at is null or not is_active)
);
-- The members' list of one kind, and the staff's, which shows those that are switched off too.
create index task_kind on task (kind, created_at desc) where is_active;
create index task_newest on task (kind, created_at, task_id) where retired_at is null;

-- When a member was last sent a list: for a caller that never opens a task, waiting starts here.
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
  -- The business day of the claim. Stored, because an index cannot compute it: it follows the economy's time
  -- zone.
  day date,
  -- Opening another one ends this one.
  voided_at timestamptz,
  points int,
  -- The browser's own measurement. Stored as evidence, never used.
  claimed_time_spent int,
  primary key (member_id, view_id),
  constraint task_view_claim_check check (
    (claimed_at is null) = (day is null) and (claimed_at is null or (points is not null and voided_at is null))
  )
);
create unique index task_view_one_open on task_view (member_id) where claimed_at is null and voided_at is null;
-- A video or an advertisement pays a member once a business day.
create unique index task_view_once_a_day on task_view (member_id, task_id, day);
create index task_view_claimed on task_view (member_id, claimed_at desc) where claimed_at is not null;
create index task_view_claimed_at on task_view (claimed_at) where claimed_at is not null;

create table task_proof (
  member_id uuid not null references member (member_id),
  proof_id uuid not null default gen_random_uuid(),
  task_id uuid not null references task (task_id),
  kind text not null check (is_proof_kind(kind)),
  proof text not null,
  state text not null default 'submitted' check (state in ('submitted', 'approved', 'rejected')),
  -- Promised when it was submitted.
  points int not null check (points > 0),
  reason text,
  submitted_at timestamptz not null default now(),
  decided_at timestamptz,
  decided_by text,
  primary key (member_id, proof_id),
  constraint task_proof_rejected_has_a_reason check (state <> 'rejected' or reason is not null),
  constraint task_proof_decided_at check ((state = 'submitted') = (decided_at is null))
);
-- A task is done once; after a rejection it may be tried again.
create unique index task_proof_once on task_proof (member_id, task_id) where state <> 'rejected';
-- A decision names the proof alone.
create index task_proof_by_id on task_proof (proof_id);
-- The staff's pages, oldest first: all proofs, and those of one state.
create index task_proof_oldest on task_proof (submitted_at, proof_id);
create index task_proof_approved on task_proof (decided_at) where state = 'approved';
create index task_proof_state on task_proof (state, submitted_at, proof_id);

create table task_count (
  task_id uuid primary key references task (task_id) on delete cascade,
  -- Videos watched, ads seen, proofs submitted, links followed.
  uses bigint not null,
  -- Of the proofs.
  approved bigint not null,
  -- Points paid for them. An affiliate link's points come from its partner, and are counted there.
  points bigint not null
);
