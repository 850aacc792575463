-- profile: what members told about themselves, each with their consent (docs/decisions/0094).

-- One word for each attribute and code: a single index then answers "who has this code" for attributes with one code and several.
create function profile_words(attribute text, codes text[]) returns text[] language sql immutable strict parallel safe
return (select array_agg(attribute || '=' || code) from unnest(codes) code);

create table profile_answer (
  member_id uuid not null references member (member_id),
  attribute text not null check (attribute ~ '^[a-z][a-z0-9_]{1,39}$'),
  -- Of the attribute's list, or a year of four digits; `prefer_not` alone when the member would rather not say.
  codes text[] not null check (
    cardinality(codes) between 1 and 50 and array_position(codes, null) is null
    and ('prefer_not' <> all (codes) or cardinality(codes) = 1)
  ),
  answered_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- The text that the member agreed to.
  consent_version int not null check (consent_version >= 1),
  source text not null check (source in ('survey', 'question', 'page')),
  primary key (member_id, attribute),
  constraint profile_answer_expires check (expires_at > answered_at)
);
create index profile_answer_who on profile_answer using gin (profile_words(attribute, codes));

-- What members chose about their profile, what was unlikely about it, and the reward for answering.
create table profile_choice (
  member_id uuid primary key references member (member_id),
  -- Set while answers are passed to partners: a consent of its own.
  shared_at timestamptz,
  share_version int,
  -- Set while answers to several surveys of a series may be linked: a consent of its own. The key is random, of no other use, and
  -- another one after each withdrawal: see respondent_key_of.
  linked_at timestamptz,
  link_version int,
  link_key bytea check (octet_length(link_key) = 32),
  -- The business day of the latest single question that was answered or dismissed: one a day.
  prompted_on date,
  -- Attributes that the member does not want to be asked about on the dashboard.
  dismissed text[] not null default '{}' check (cardinality(dismissed) <= 50),
  constraint profile_choice_shared check ((shared_at is null) = (share_version is null)),
  constraint profile_choice_linked check (num_nulls(linked_at, link_version, link_key) in (0, 3))
);

-- For quality: a year of birth or a sex that changed. Not the answers, which a member can withdraw. `withdrawn`: without it a
-- member could withdraw an answer, and give another, unseen.
create table profile_flag (
  member_id uuid not null references member (member_id),
  attribute text not null,
  kind text not null check (kind in ('changed', 'withdrawn')),
  flagged_at timestamptz not null default clock_timestamp(),
  primary key (member_id, attribute, flagged_at)
);
