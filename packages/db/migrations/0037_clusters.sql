-- Accounts that seem to belong to one person (docs/decisions/0082): the clusters a job finds, what staff decided about them, and
-- what is kept of an erased member so that first-time rewards are paid once.

-- A browser that had logged in to one account and then logged in to another.
create table shared_browser (
  member_id uuid not null references member (member_id),
  other_id uuid not null,
  seen_at timestamptz not null default now(),
  primary key (member_id, other_id),
  check (member_id <> other_id)
);
create index shared_browser_other on shared_browser (other_id);

-- With whom a member says they share their phone. First names only, as typed.
create table shared_phone (
  member_id uuid primary key references member (member_id),
  names text[] not null check (cardinality(names) between 1 and 4),
  declared_at timestamptz not null default now()
);

create table cluster (
  cluster_id uuid primary key default gen_random_uuid(),
  state text not null default 'found' check (state in ('found', 'held', 'paused', 'released', 'dismissed', 'closed')),
  -- Counts every change of what a decision is about: members, edges, score and state.
  version int not null default 1,
  score int not null check (score between 0 and 100),
  reasons jsonb not null,
  found_at timestamptz not null default now(),
  -- Since when it waits for a decision.
  waits_since timestamptz not null default now(),
  decided_at timestamptz,
  decided_by text,
  decision_reason text,
  check ((decided_at is null) = (decided_by is null)),
  check ((decided_at is null) = (decision_reason is null))
);
create index cluster_by_score on cluster (score desc, cluster_id) where state <> 'closed';
create index cluster_waiting on cluster (waits_since) where state = 'found' and score >= 50;
create index cluster_held on cluster (decided_at) where state = 'held';

create table cluster_member (
  member_id uuid primary key references member (member_id),
  cluster_id uuid not null,
  joined_at timestamptz not null default now()
);
create index cluster_member_of on cluster_member (cluster_id);

-- Why two of its members belong together.
create table cluster_edge (
  cluster_id uuid not null references cluster (cluster_id),
  member_id uuid not null,
  other_id uuid not null,
  kind text not null check (kind in ('mailbox', 'destination', 'device', 'invitation', 'timing')),
  weight int not null check (weight > 0),
  -- Staff have decided while this edge was there.
  is_decided boolean not null default false,
  found_at timestamptz not null default now(),
  primary key (cluster_id, member_id, other_id, kind),
  check (member_id < other_id)
);
create index cluster_edge_member on cluster_edge (member_id);
create index cluster_edge_other on cluster_edge (other_id);

-- How far the search for clusters has come, so that another worker continues where one stopped.
create table cluster_search (
  is_only boolean primary key default true check (is_only),
  seen_from timestamptz not null,
  seen_until timestamptz not null,
  -- The last member who was looked at in this pass; null between passes.
  after_seen_at timestamptz,
  after_member_id uuid,
  check ((after_seen_at is null) = (after_member_id is null))
);

-- A keyed hash of an erased member's mailbox or proven destination, and the surveys they were paid for.
create table erased_print (
  print_hash bytea primary key check (octet_length(print_hash) = 32),
  kind text not null check (kind in ('mailbox', 'destination')),
  survey_ids uuid[] not null,
  until timestamptz not null
);
create index erased_print_until on erased_print (until);

alter table referral drop constraint referral_refused_check;
alter table referral add constraint referral_refused_check check (
  (state = 'refused') = (reason is not null) and reason in (
    'programme-closed', 'cap-reached', 'same-person', 'returning', 'inviter-suspended', 'inviter-closing', 'inviter-left',
    'friend-left'
  )
);
