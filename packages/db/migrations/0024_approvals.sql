-- A change above a limit waits for a second person.
create table approval_request (
  approval_id uuid primary key default gen_random_uuid(),
  -- The use case that runs once it is approved.
  kind text not null check (char_length(kind) between 1 and 60),
  -- What it is about, as in the audit log.
  subject text not null,
  -- The exact input of the use case. Secrets within are sealed, and count for the hash as they were given.
  payload jsonb not null,
  payload_hash bytea not null check (octet_length(payload_hash) = 32),
  -- For the people who decide. If `before` is no longer true, the request is outdated.
  before jsonb,
  after jsonb,
  amount_kes bigint check (amount_kes >= 0),
  requested_by text not null,
  requester_id uuid not null references person (person_id),
  address inet,
  reason text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- Set where nobody else could approve it: when it runs unless someone stops it.
  runs_at timestamptz check (runs_at < expires_at),
  state text not null default 'waiting'
    check (state in ('waiting', 'executed', 'refused', 'withdrawn', 'expired', 'outdated')),
  decided_by text,
  decided_at timestamptz,
  note text,
  check (num_nonnulls(decided_by, decided_at) = case state when 'waiting' then 0 else 2 end)
);
-- Asking again finds the request that waits.
create unique index approval_request_waiting on approval_request (kind, subject, payload_hash) where state = 'waiting';
create index approval_request_since on approval_request (created_at) where state = 'waiting';
create index approval_request_newest on approval_request (created_at desc, approval_id desc);
create index approval_request_by_subject on approval_request (subject);

-- Large withdrawals had a mechanism of their own. Those with the first of two approvals are pending again.
alter table withdrawal drop column first_approved_by, drop column first_approved_at;
create index withdrawal_undecided on withdrawal (requested_at) where status = 'pending';
