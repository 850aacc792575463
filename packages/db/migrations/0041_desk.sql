create extension if not exists pg_trgm;

-- Of two who edit a partner at once the second is told: nobody's settings are overwritten unseen.
alter table partner add column version int not null default 1 check (version > 0);

-- When and from whom an event came stands beside what was made of it, so that one kind of outcome is found newest first
-- without reading all the others.
alter table partner_event_outcome
  add column partner_id uuid references partner (partner_id),
  add column received_at timestamptz;
update partner_event_outcome o set partner_id = e.partner_id, received_at = e.received_at
from partner_event e where e.event_id = o.event_id;
alter table partner_event_outcome alter column partner_id set not null, alter column received_at set not null;
create function fill_event_outcome() returns trigger language plpgsql as $$
begin
  select e.partner_id, e.received_at into new.partner_id, new.received_at
  from partner_event e where e.event_id = new.event_id;
  return new;
end $$;
create trigger partner_event_outcome_filled before insert on partner_event_outcome
  for each row execute function fill_event_outcome();
-- The staff's list: of one partner, of one kind, of both, and what carried one click's reference.
drop index partner_event_newest;
create index partner_event_newest on partner_event (partner_id, received_at desc, event_id desc);
create index partner_event_newest_of_all on partner_event (received_at desc, event_id desc);
create index partner_event_outcome_of_partner
  on partner_event_outcome (partner_id, outcome, received_at desc, event_id desc);
create index partner_event_outcome_newest on partner_event_outcome (outcome, received_at desc, event_id desc);
create index partner_event_outcome_reference
  on partner_event_outcome (reference, received_at desc, event_id desc) where reference is not null;
-- How the last events of a partner came out, without reading the events.
create index partner_event_outcome_latest on partner_event_outcome (partner_id, received_at desc) include (outcome);

-- The queue of claims, oldest first, and what was decided, newest first.
create index credit_claim_opened on credit_claim (opened_at, claim_id);
create index credit_claim_state on credit_claim (state, opened_at, claim_id);
create index credit_claim_member on credit_claim (member_id, opened_at desc, claim_id);

-- Of two who answer one message at once the second is told before anything is sent.
alter table contact_message add column version int not null default 1 check (version > 0);
-- What a visitor without an account wrote before.
create index contact_message_email on contact_message (email, created_at desc, message_id desc);
create function contact_words(name text, email text, subject text, message text) returns text
language sql immutable parallel safe
return lower(name || ' ' || email || ' ' || subject || ' ' || message);
-- Any part of a word is found.
create index contact_message_words on contact_message
  using gin (contact_words(name, email, subject, message) gin_trgm_ops);

-- What we answered. It goes with the message that it answers.
create table contact_reply (
  reply_id uuid primary key default gen_random_uuid(),
  message_id uuid not null references contact_message (message_id) on delete cascade,
  -- Whose message it was, if he was signed in: it is part of what we hold on him.
  member_id uuid,
  recipient text not null check (recipient = lower(recipient)),
  subject text not null check (char_length(subject) between 1 and 160 and subject !~ '[\u0001-\u001f]'),
  text text not null check (char_length(text) between 1 and 5000),
  replied_by text not null,
  replied_at timestamptz not null default now()
);
create index contact_reply_message on contact_reply (message_id, replied_at, reply_id);
create index contact_reply_member on contact_reply (member_id, replied_at) where member_id is not null;
-- What was mailed is not reworded afterwards.
create trigger contact_reply_kept before update on contact_reply
  for each row execute function refuse_change();

-- Answers that are given often. `{firstName}` stands for whoever is answered.
create table contact_template (
  template_id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 80),
  subject text check (char_length(subject) between 1 and 150),
  text text not null check (char_length(text) between 1 and 5000),
  version int not null default 1 check (version > 0),
  updated_by text not null,
  updated_at timestamptz not null default now(),
  retired_at timestamptz
);
create unique index contact_template_name on contact_template (lower(name)) where retired_at is null;

-- A withdrawal found by the number that it was to go to.
create index withdrawal_mpesa_number on withdrawal (mpesa_number, requested_at desc) where mpesa_number is not null;
