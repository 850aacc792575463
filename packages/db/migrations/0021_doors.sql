-- Browsers that have logged in to an account. Their attempts are counted apart from those of strangers.
create table known_device (
  member_id uuid not null references member (member_id),
  token_hash bytea not null check (octet_length(token_hash) = 32),
  used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (member_id, token_hash)
);

create table staff_known_device (
  staff_id uuid not null references staff (staff_id),
  token_hash bytea not null check (octet_length(token_hash) = 32),
  used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (staff_id, token_hash)
);

-- One row: signs the challenges of the proof of work, so that every process accepts what another one asked for. It protects
-- no account: with it one could only guess as fast as without an attack.
create table work_key (
  is_only boolean primary key default true check (is_only),
  key bytea not null default sha256((gen_random_uuid()::text || gen_random_uuid()::text)::bytea)
);
insert into work_key default values;

-- What browsers report about our content security policy, counted by kind. Never an address with its parameters.
create table csp_report (
  directive text not null check (length(directive) between 1 and 60),
  -- Where the refused thing came from: an origin, or a keyword such as `inline`.
  blocked text not null check (length(blocked) between 1 and 200),
  -- The page's path, with `:id` for everything that identifies something.
  page text not null check (length(page) between 1 and 200),
  reports bigint not null default 1,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  primary key (directive, blocked, page)
);
