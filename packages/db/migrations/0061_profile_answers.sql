-- What members told about themselves, each with their consent. Withdrawing it deletes the row.

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
  check (expires_at > answered_at)
);
create index profile_answer_who on profile_answer using gin (profile_words(attribute, codes));
