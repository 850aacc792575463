-- A call that its caller gave a key is made once: a repeat finds here what the first one made. What was asked is kept as a
-- hash and what was made by its id alone, so that nothing about anybody stands here.
create table call_key (
  caller text not null,
  operation text not null,
  key text not null,
  request_hash bytea not null,
  -- Null only while the first call is under way.
  made text,
  created_at timestamptz not null default now(),
  primary key (caller, operation, key)
);
-- Serves forgetting what is too old to be repeated.
create index call_key_created_at on call_key (created_at);
