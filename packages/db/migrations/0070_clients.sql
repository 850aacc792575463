-- Organisations that commission surveys, and the people of them who read results (docs/decisions/0097).

create table client_organisation (
  organisation_id uuid primary key default gen_random_uuid(),
  name text not null unique check (name <> ''),
  created_at timestamptz not null default now(),
  created_by text not null
);

create table client_user (
  user_id uuid primary key default gen_random_uuid(),
  organisation_id uuid not null references client_organisation (organisation_id),
  name text not null check (name <> ''),
  email text not null unique check (email = lower(email)),
  -- Null: they come in by links only.
  password_hash text,
  created_at timestamptz not null default now(),
  created_by text not null,
  -- From then on no door opens, and name and address are replaced.
  removed_at timestamptz,
  unique (organisation_id, user_id)
);
create index client_user_organisation on client_user (organisation_id, created_at, user_id);

-- A survey is commissioned by one organisation. Nobody else's clients ever see it.
create table client_survey (
  survey_id uuid primary key references survey (survey_id),
  organisation_id uuid not null references client_organisation (organisation_id),
  assigned_at timestamptz not null default now(),
  assigned_by text not null,
  unique (organisation_id, survey_id)
);

create table client_link (
  link_id uuid primary key default gen_random_uuid(),
  user_id uuid not null references client_user (user_id),
  -- Its words are shown once, to the person of the staff who made it.
  token_hash bytea not null check (octet_length(token_hash) = 32),
  -- Null: all surveys of the organisation.
  survey_id uuid references client_survey (survey_id),
  most_uses int not null check (most_uses between 1 and 20),
  uses int not null default 0 check (uses between 0 and most_uses),
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  created_by text not null,
  revoked_at timestamptz
);
create index client_link_user on client_link (user_id, created_at, link_id);

create table client_session (
  user_id uuid not null references client_user (user_id),
  token_hash bytea not null check (octet_length(token_hash) = 32),
  session_id uuid not null default gen_random_uuid(),
  -- Null: by password. Revoking a link ends its sessions.
  link_id uuid references client_link (link_id),
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  address text,
  user_agent text,
  revoked_at timestamptz,
  primary key (user_id, token_hash),
  unique (user_id, session_id)
);
create index client_session_link on client_session (link_id) where link_id is not null;

create table client_comment (
  comment_id uuid primary key default gen_random_uuid(),
  survey_id uuid not null references client_survey (survey_id),
  -- Null: about the survey as a whole.
  question_id int check (question_id between 1 and 999),
  -- Null: staff wrote it.
  user_id uuid references client_user (user_id),
  staff text,
  text text not null check (text <> ''),
  written_at timestamptz not null default clock_timestamp(),
  check ((user_id is null) <> (staff is null))
);
create index client_comment_newest on client_comment (survey_id, written_at desc, comment_id);

-- What a client accepted: who is in it, and a hash of the file. Someone who leaves or joins later makes another version.
create table client_dataset (
  dataset_id uuid primary key default gen_random_uuid(),
  survey_id uuid not null references client_survey (survey_id),
  version int not null check (version >= 1),
  questionnaire_version int,
  respondents text[] not null check (cardinality(respondents) > 0),
  -- SHA-256 of the file, in hex.
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  accepted_by uuid not null references client_user (user_id),
  accepted_at timestamptz not null default clock_timestamp(),
  unique (survey_id, version)
);
