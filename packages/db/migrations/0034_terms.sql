-- Which version of the terms a member has seen or accepted, and how they were asked.
create table member_terms (
  member_id uuid not null references member (member_id),
  version integer not null check (version > 0),
  how text not null check (how in ('sign-up', 'asked')),
  seen_at timestamptz not null default now(),
  -- Null: the member closed the notice of a new version without accepting it.
  accepted_at timestamptz,
  primary key (member_id, version),
  check (how = 'asked' or accepted_at is not null)
);
