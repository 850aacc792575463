-- surveys: offers, questionnaires, attempts, answers in doubt, quotas and counts (docs/decisions/0081, 0092, 0093, 0095).

-- `version` is the one that a form was opened with: of two people who save at once the second is refused and sees what changed.
-- Nothing is deleted: an offer retires, and stays with what members did with it.
create table survey (
  survey_id uuid primary key default gen_random_uuid(),
  title text not null,
  description text not null,
  reward_usd numeric(10, 2) not null check (reward_usd >= 0),
  duration_minutes int not null check (duration_minutes >= 1),
  category text not null default '',
  -- Empty or Global: every country.
  country text not null default '',
  kind text not null check (kind in ('questions', 'external', 'instant')),
  external_url text,
  -- Null: the questions are built from the category.
  questions jsonb,
  -- The lists that an edit replaced, oldest first: the number of an option in files outlives its place in the list.
  earlier_questions jsonb not null default '[]',
  admin_notes text not null default '',
  -- What surveys that ask the same people again share, for one client: see respondent_key_of. Empty: none.
  series text not null default '',
  partner_id uuid,
  starts_at timestamptz,
  ends_at timestamptz,
  quota int check (quota > 0),
  -- Of the quota, for lists. Who starts counts the attempts themselves.
  taken_count int not null default 0,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  version int not null default 1,
  retired_at timestamptz,
  -- What a member gets who is screened out by our own questions; promised at the start, like the reward.
  screen_out_points int not null default 0 check (screen_out_points >= 0),
  -- What careless answers lead to. Null: the defaults.
  answer_quality jsonb,
  -- Keys the pseudonyms of a survey's respondents (docs/decisions/0093). Random and of no other use: from the id of an
  -- attempt, which staff see beside a name, nobody can work out a pseudonym, and those of two surveys cannot be joined. It
  -- never changes, so files of one survey fit.
  respondent_key bytea not null default uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())
    check (octet_length(respondent_key) = 32),
  constraint survey_external_has_url check (kind <> 'external' or external_url is not null),
  constraint survey_period_check check (ends_at > starts_at),
  constraint survey_retired_check check (retired_at is null or not is_active)
);

-- The sums of an offer until the moment that count_mark says, because counting ten million clicks again is slow.
create table survey_count (
  survey_id uuid primary key references survey (survey_id),
  clicks bigint not null,
  started bigint not null,
  completed bigint not null
);

-- Who may take a survey. No row, or no rule: everyone in its country.
create table survey_eligibility (
  survey_id uuid primary key references survey (survey_id),
  rule jsonb,
  -- The one that an editor was opened with: of two people who save at once the second is refused.
  version int not null check (version >= 1),
  saved_at timestamptz not null default now(),
  saved_by text not null
);

-- How long a survey really takes and how often it turns people away, which members read before they start. A job measures it as
-- attempts end: a median cannot be kept by adding, and a list of surveys must not read attempts.
create table survey_measure (
  survey_id uuid primary key references survey (survey_id),
  -- Accepted: not held, rejected or appealed.
  complete_count int not null check (complete_count >= 0),
  screen_out_count int not null check (screen_out_count >= 0),
  -- Medians. Null: of nobody, or of a survey that a partner asks, whose clock we do not see.
  complete_seconds double precision check (complete_seconds >= 0),
  screen_out_seconds double precision check (screen_out_seconds >= 0),
  -- What those who were accepted think of it, in stars.
  rating numeric(2, 1) check (rating between 1 and 5),
  rating_count int not null default 0 check (rating_count >= 0),
  measured_at timestamptz not null default now()
);

-- Questionnaires: what is being written, what was published, and which version an attempt was asked (docs/decisions/0092).
create table questionnaire_draft (
  survey_id uuid primary key references survey (survey_id),
  content jsonb not null,
  -- The one that an editor was opened with: of two people who save at once the second is refused.
  version int not null check (version >= 1),
  saved_at timestamptz not null default now(),
  saved_by text not null
);

-- Published questions never change under an answer: a trigger refuses every change.
create table questionnaire_version (
  survey_id uuid not null references survey (survey_id),
  version int not null check (version >= 1),
  content jsonb not null,
  question_count int not null check (question_count >= 1),
  -- Publishing the same draft again is not another version.
  draft_version int not null,
  published_at timestamptz not null default now(),
  published_by text not null,
  primary key (survey_id, version),
  unique (survey_id, draft_version)
);

-- The primary key is the rule that a member takes a survey once.
create table survey_attempt (
  member_id uuid not null references member (member_id),
  survey_id uuid not null references survey (survey_id),
  attempt_id uuid not null default gen_random_uuid(),
  status text not null default 'started'
    check (status in ('started', 'in_progress', 'completed', 'screened_out', 'expired')),
  -- Reward and questions as of its start; a later change of the survey does not affect it.
  reward_points int not null check (reward_points >= 1),
  questions jsonb not null,
  screen_out_reason text,
  flag_reasons text[] not null default '{}',
  started_at timestamptz not null default now(),
  completed_at timestamptz,
  ended_at timestamptz,
  -- The browser's clock. Stored as evidence, never used.
  claimed_completed_at timestamptz,
  -- Null: asked the questions of the survey's form or category, which are in `questions`.
  questionnaire_version int,
  -- In which its answers were completed. Null: of a survey that others ask.
  language text check (language ~ '^[a-z]{2,3}$'),
  -- What it was started on, as far as the browser's name tells. The name itself is not kept here.
  device text check (device in ('phone', 'tablet', 'desktop')),
  screen_out_points int not null default 0 check (screen_out_points >= 0),
  -- The member's own rating of the survey, in stars.
  rating smallint check (rating between 1 and 5),
  rated_at timestamptz,
  primary key (member_id, survey_id),
  unique (member_id, attempt_id),
  constraint survey_attempt_completed check ((status = 'completed') = (completed_at is not null)),
  constraint survey_attempt_rated check (rated_at is null = (rating is null) and (rating is null or status = 'completed')),
  constraint survey_attempt_questionnaire_fkey
    foreign key (survey_id, questionnaire_version) references questionnaire_version (survey_id, version)
);
-- Staff decide about completed ones by their id.
create index survey_attempt_id on survey_attempt (attempt_id) where status = 'completed';
-- For days that are not counted yet.
create index survey_attempt_started on survey_attempt (started_at);
create index survey_attempt_completed on survey_attempt (completed_at) where status = 'completed';
create index survey_attempt_of_survey on survey_attempt (survey_id, status);
-- What has ended, or was decided, since the job ran last.
create index survey_attempt_ended on survey_attempt (ended_at);
create index survey_attempt_rated on survey_attempt (rated_at) where rated_at is not null;
-- The newest completed attempts of a survey: how long others took. And how many of its answers were rejected lately.
create index survey_attempt_of_completed on survey_attempt (survey_id, completed_at) where status = 'completed';

create table survey_answer (
  member_id uuid not null,
  survey_id uuid not null,
  question_id int not null,
  answer jsonb not null,
  answered_at timestamptz not null default now(),
  primary key (member_id, survey_id, question_id),
  foreign key (member_id, survey_id) references survey_attempt (member_id, survey_id)
);
-- Results read all answers of one survey; a covering index spares them the table.
create index survey_answer_result on survey_answer (survey_id, question_id) include (member_id, answer);

-- What members had told about themselves when they completed a survey, so that its answers can be counted by group
-- (docs/decisions/0094).
create table survey_trait (
  member_id uuid not null,
  survey_id uuid not null,
  -- `county=kisumu`. Nothing behind the sign: the member withdrew it since.
  traits text[] not null check (cardinality(traits) between 1 and 20),
  primary key (member_id, survey_id),
  foreign key (member_id, survey_id) references survey_attempt (member_id, survey_id)
);
-- Results read all of one survey.
create index survey_trait_of_survey on survey_trait (survey_id) include (member_id, traits);

-- A frame belongs to a question in all its versions: a theme that was sorted once stays sorted.
create table survey_category (
  category_id uuid primary key default gen_random_uuid(),
  survey_id uuid not null references survey (survey_id),
  question_id int not null check (question_id between 1 and 999),
  -- What files say. Never used again after a category is removed, so that an older file stays true.
  code int not null check (code between 1 and 999),
  name text not null check (char_length(name) between 1 and 120),
  created_by text not null,
  created_at timestamptz not null default now(),
  -- Removed, or merged into another: its answers have lost it.
  retired_at timestamptz,
  unique (survey_id, question_id, code)
);
create unique index survey_category_name on survey_category (survey_id, question_id, lower(name)) where retired_at is null;

create table survey_answer_category (
  member_id uuid not null,
  survey_id uuid not null,
  question_id int not null,
  category_id uuid not null references survey_category (category_id),
  coded_by text not null,
  coded_at timestamptz not null default now(),
  primary key (member_id, survey_id, question_id, category_id),
  foreign key (member_id, survey_id, question_id) references survey_answer (member_id, survey_id, question_id)
);
-- Results read all categories of one survey.
create index survey_answer_category_result on survey_answer_category (survey_id, question_id) include (member_id, category_id);

-- One row for each completed survey with quality flags. Answers without any have none.
create table survey_review (
  member_id uuid not null,
  survey_id uuid not null,
  review_id uuid not null default gen_random_uuid(),
  state text not null check (state in ('doubtful', 'held', 'paid', 'rejected', 'appealed')),
  -- Empty: nothing was in doubt, and staff rejected it later.
  flags text[] not null,
  points int not null check (points >= 1),
  -- By the database's clock. Null: the survey was never sent to the member before.
  taken_seconds int check (taken_seconds >= 0),
  minimum_seconds int not null check (minimum_seconds >= 0),
  opened_at timestamptz not null default now(),
  -- When the reward is paid, or the doubt ends, unless staff decide sooner.
  until timestamptz not null,
  -- Staff kept it once, for longer than was promised at first.
  kept_at timestamptz,
  kept_by text,
  keep_reason text,
  -- Why it was rejected, for the member.
  reason text,
  decided_at timestamptz,
  decided_by text,
  appeal text,
  appealed_at timestamptz,
  appeal_answer text,
  answered_at timestamptz,
  answered_by text,
  -- What each quality flag of a survey is based on, for the person who decides: the questions, the median, the author's words.
  signs jsonb not null default '[]',
  primary key (member_id, survey_id),
  unique (member_id, review_id),
  foreign key (member_id, survey_id) references survey_attempt (member_id, survey_id),
  constraint survey_review_kept check ((kept_at is null) = (kept_by is null) and (kept_at is null) = (keep_reason is null)),
  constraint survey_review_decided check ((decided_at is null) = (decided_by is null)),
  constraint survey_review_appealed check ((appeal is null) = (appealed_at is null)),
  constraint survey_review_answered
    check ((appeal_answer is null) = (answered_at is null) and (answered_at is null) = (answered_by is null)),
  constraint survey_review_appeals_a_decision check (appeal is null or (reason is not null and decided_at is not null)),
  constraint survey_review_answers_an_appeal check (appeal_answer is null or appeal is not null),
  constraint survey_review_rejected_has_a_reason
    check (state not in ('rejected', 'appealed') or (reason is not null and decided_at is not null)),
  constraint survey_review_appealed_waits check (state <> 'appealed' or (appeal is not null and appeal_answer is null))
);
create index survey_review_due on survey_review (until) where state in ('doubtful', 'held');
create index survey_review_waiting on survey_review (opened_at) where state in ('held', 'appealed');
-- The pages of staff: all reviews, and those in one state.
create index survey_review_newest on survey_review (opened_at, review_id);
create index survey_review_state on survey_review (state, opened_at, review_id);
create index survey_review_id on survey_review (review_id);
create index survey_review_decided on survey_review (greatest(opened_at, decided_at, appealed_at, answered_at));
create index survey_review_of_survey on survey_review (survey_id, opened_at);

-- Interlocked quotas of our own surveys (docs/decisions/0095).
create table survey_quota (
  survey_id uuid primary key references survey (survey_id),
  -- What the cells are made of: attributes of the profile, and single choices of the questionnaire's screening.
  dimensions jsonb not null,
  total int not null check (total between 1 and 1000000),
  -- The number of places after which the survey pauses until staff release it.
  soft_launch int check (soft_launch >= 1),
  released_at timestamptz,
  released_by text,
  -- How much of each cell may be taken on one business day.
  daily_percent int check (daily_percent between 1 and 100),
  -- How long a place waits for the member's next answer.
  hold_minutes int not null check (hold_minutes between 5 and 1440),
  version int not null check (version >= 1),
  saved_at timestamptz not null default now(),
  saved_by text not null,
  constraint survey_quota_released check ((released_at is null) = (released_by is null))
);

create table survey_cell (
  survey_id uuid not null references survey_quota (survey_id),
  -- The codes of its groups, in the order of the dimensions.
  cell text not null,
  groups text[] not null,
  -- What a member's profile has to say: codes by attribute.
  profile jsonb not null,
  target int not null check (target between 0 and 1000000),
  -- Kept by count_survey_place, which every change of a place calls.
  reserved int not null default 0 check (reserved >= 0),
  answered int not null default 0 check (answered >= 0),
  accepted int not null default 0 check (accepted >= 0),
  -- The newest business day on which places were taken, how many of them are left, and when the first was taken.
  day date,
  day_taken int not null default 0 check (day_taken >= 0),
  begun_at timestamptz,
  primary key (survey_id, cell),
  -- No code, race or forgotten lock overfills a cell. Answers that wait for a check take no room.
  constraint survey_cell_not_overfilled check (reserved + accepted <= target)
);

-- One member's place in a cell. What ends their attempt or decides its review settles it (settle_survey_place).
create table survey_place (
  member_id uuid not null,
  survey_id uuid not null,
  cell text not null,
  -- answered: held or appealed, and takes no room · surplus: accepted when others had filled the cell, or credited to the client; paid,
  -- and in no cell.
  state text not null check (state in ('reserved', 'answered', 'accepted', 'surplus', 'released')),
  day date not null,
  until timestamptz not null,
  primary key (member_id, survey_id),
  foreign key (member_id, survey_id) references survey_attempt (member_id, survey_id),
  foreign key (survey_id, cell) references survey_cell (survey_id, cell)
);
create index survey_place_of_cell on survey_place (survey_id, cell);
create index survey_place_lapses on survey_place (until) where state = 'reserved';

-- Who received the answers to a survey, and when: written by every export, and shown to the members whose answers it had.
create table survey_delivery (
  delivery_id uuid primary key default gen_random_uuid(),
  survey_id uuid not null references survey (survey_id),
  -- Null: the plain list, or all versions.
  questionnaire_version int,
  is_every_version boolean not null default false,
  recipient text not null check (char_length(recipient) between 1 and 200),
  format text not null check (format in ('csv', 'json', 'triple-s', 'sav', 'xlsx')),
  people int not null check (people >= 0),
  -- The filter of the export. Without one: every accepted answer.
  first_day date,
  last_day date,
  quality text not null check (quality in ('accepted', 'all')),
  question_id int,
  answer text check (char_length(answer) <= 2000),
  -- To the survey's client: only answers that they pay for.
  is_charged boolean not null default false,
  delivered_by text not null,
  delivered_at timestamptz not null default now(),
  -- The groups that an export was limited to.
  traits text[] check (cardinality(traits) between 1 and 200),
  constraint survey_delivery_question check ((question_id is null) = (answer is null)),
  foreign key (survey_id, questionnaire_version) references questionnaire_version (survey_id, version)
);
create index survey_delivery_of_survey on survey_delivery (survey_id, delivered_at desc, delivery_id desc);

-- Whose answers are in the counts that readers without single answers see. Rows are added and removed five people at a time,
-- so that two readings never differ by fewer (docs/decisions/0093-results.md). Clients see only answers that they pay for,
-- and so have a list of their own.
create table survey_disclosure (
  member_id uuid not null,
  survey_id uuid not null,
  audience text not null check (audience in ('staff', 'client')),
  disclosed_at timestamptz not null default now(),
  primary key (member_id, survey_id, audience),
  foreign key (member_id, survey_id) references survey_attempt (member_id, survey_id)
);
create index survey_disclosure_of_survey on survey_disclosure (survey_id, audience) include (member_id, disclosed_at);

-- Keyed hashes of members' open answers, each with its survey and question: finds the same words from several members.
create table answer_print (
  hash bytea not null check (octet_length(hash) = 32),
  member_id uuid not null,
  primary key (hash, member_id)
);
create index answer_print_member on answer_print (member_id);
