-- The server seals secrets with keys from its environment (docs/decisions/0068): 'sealed:1:KEY ID:TEXT'.

-- The keys that secrets are sealed with. A server that lacks one of them does not start.
create table secret_key (
  key_id text primary key check (key_id ~ '^[0-9a-f]{12}$'),
  first_used_at timestamptz not null default now()
);

-- A sealed URL key cannot be looked up: its keyed hash can.
alter table partner
  add column public_key_hash bytea unique check (octet_length(public_key_hash) = 32),
  drop constraint partner_public_key_check,
  add constraint partner_public_key_check check (public_key ~ '^(sealed:1:.+|[A-Za-z0-9_-]{32,})$');

alter table webhook_endpoint
  drop constraint webhook_endpoint_secret_check,
  add constraint webhook_endpoint_secret_check
    check (secret ~ '^(sealed:1:.+|whsec_[A-Za-z0-9+/]{32,88}={0,2})$');

-- Requests contain the URL key, and some partners prove themselves by sending their secret.
alter table partner_event
  add column sealed text check (sealed like 'sealed:1:%'),
  alter column target drop not null,
  alter column headers drop not null,
  alter column body drop not null,
  add constraint partner_event_stored_once
    check (num_nonnulls(target, headers, body) = case when sealed is null then 3 else 0 end);
create index partner_event_plain on partner_event (event_id) where sealed is null;
