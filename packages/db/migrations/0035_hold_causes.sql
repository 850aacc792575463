-- What holds are derived from, and what they say (docs/decisions/0075).

-- Why a hold is there, in figures: how many other accounts, how many points. Nothing of another member.
alter table hold add column facts jsonb not null default '{}' check (jsonb_typeof(facts) = 'object');

-- When a worker looks at it again: a cause can be gone before its time, and an open end has none.
alter table hold add column evaluate_at timestamptz;
create index hold_to_evaluate on hold (evaluate_at) where ended_at is null and subject = 'withdrawal';

alter table withdrawal drop constraint withdrawal_wait_reason_check;
alter table withdrawal add constraint withdrawal_wait_reason_check
  check (wait_reason in ('daily-limit', 'member-daily-limit', 'low-float', 'busy', 'held'));

-- Which members have proved that a mailbox is theirs: addresses with a tag, or with dots at Gmail, are one mailbox.
create table member_mailbox (
  mailbox_hash bytea not null check (octet_length(mailbox_hash) = 32),
  member_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (mailbox_hash, member_id)
);
create index member_mailbox_member on member_mailbox (member_id);

-- As the function mailbox_hash does, which comes after the migrations.
insert into member_mailbox (mailbox_hash, member_id, created_at)
select sha256(convert_to(
    case when domain in ('gmail.com', 'googlemail.com') then replace(name, '.', '') || '@gmail.com' else name || '@' || domain end,
    'UTF8')), member_id, email_verified_at
from (
  select member_id, email_verified_at, split_part(split_part(lower(email), '@', 1), '+', 1) as name,
    split_part(lower(email), '@', 2) as domain
  from member where email_verified_at is not null and erased_at is null
) as verified;
