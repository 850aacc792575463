-- The seals over the ledger and the audit log. Their key is outside the database, so that nobody can rewrite rows and seal
-- them again with SQL access alone.

-- Each covers the rows written since the previous one, and through `mac` all earlier seals.
create table seal (
  seal_id bigint primary key check (seal_id > 0),
  sealed_at timestamptz not null,
  -- Everything written before it is sealed. What was written since may still be committed.
  sealed_through timestamptz not null,
  key_id text not null,
  -- Of this seal and all before it.
  postings bigint not null,
  points bigint not null,
  entries bigint not null,
  -- HMAC-SHA-256 over all of this, the rows below and the previous seal's.
  mac bytea not null
);

-- The last posting of each member with new ones. Its hash covers the earlier ones. Refers to no wallet: it must survive a
-- removed one, to name it.
create table sealed_head (
  member_id uuid not null,
  seal_id bigint not null,
  seq bigint not null,
  hash bytea not null,
  primary key (member_id, seal_id)
);
create index sealed_head_of_seal on sealed_head (seal_id, member_id);

-- An entry of the audit log. What the erasure of a member may remove has its own digests, which are keyed, because
-- anyone can try all addresses.
create table sealed_entry (
  entry_id bigint primary key,
  seal_id bigint not null,
  kept bytea not null,
  words bytea not null,
  address bytea not null
);
create index sealed_entry_of_seal on sealed_entry (seal_id, entry_id);

-- What each check of the books found.
create table books_check (
  check_id bigint generated always as identity primary key,
  checked_at timestamptz not null default clock_timestamp(),
  -- Everything from the first posting on, or what was new.
  is_full boolean not null,
  findings jsonb not null check (jsonb_typeof(findings) = 'array')
);

-- The root of each day as it left the system.
create table books_root (
  day date primary key,
  seal_id bigint not null,
  document text not null
);
