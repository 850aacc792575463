-- inbox: the mails and texts we send, contact messages, and our replies.

-- Mail that is not sent: what /dev/mailbox shows.
create table captured_mail (
  mail_id bigint generated always as identity primary key,
  recipient text not null,
  subject text not null,
  body_text text not null,
  body_html text not null,
  sent_at timestamptz not null default now(),
  -- Texts are captured too. `text_id`: of a text.
  text_id uuid
);
-- The mailbox of one address, newest first.
create index captured_mail_recipient on captured_mail (recipient, mail_id desc);
create index captured_mail_text on captured_mail (text_id) where text_id is not null;

-- The one mail of a job. Committed before the mail leaves, so that no other run of the job sends it again. Neither the
-- text nor the link is kept.
create table mail_delivery (
  job_id uuid primary key,
  kind text not null,
  recipient text not null,
  subject text not null,
  -- Its name in the mail server's log.
  message_id text not null,
  -- sending: it may be on its way. refused: definitely not accepted. unknown: it may have been, and is not repeated.
  state text not null default 'sending' check (state in ('sending', 'sent', 'refused', 'unknown')),
  attempts int not null default 1 check (attempts > 0),
  last_error text check (char_length(last_error) <= 300),
  created_at timestamptz not null default now(),
  -- Null: a worker has it or, after a refusal, will try again.
  settled_at timestamptz,
  -- A security mail may arrive twice, under one Message-ID, rather than never (decision 12).
  is_repeatable boolean not null default false,
  constraint mail_delivery_settled_at check (state = 'refused' or (state = 'sending') = (settled_at is null)),
  constraint mail_delivery_last_error check (state not in ('refused', 'unknown') or last_error is not null)
);
-- The staff's outbox, newest first: all mails, those of one state, those that may not have arrived.
create index mail_delivery_newest on mail_delivery (created_at desc, job_id desc);
create index mail_delivery_by_state on mail_delivery (state, created_at desc, job_id desc);
create index mail_delivery_not_sent on mail_delivery (created_at desc, job_id) where state <> 'sent';
-- Mails to one person: for the export and erasure of their data.
create index mail_delivery_recipient on mail_delivery (recipient, created_at);

-- One text. Committed before it leaves, so that no other run of its job sends it again. Neither the number nor the text is kept.
create table sms_delivery (
  member_id uuid not null references member (member_id),
  -- Of a code: the code's id, so that one request is one text whatever runs its job.
  text_id uuid not null,
  kind text not null check (kind in ('destination-code')),
  -- Keyed: finds the text of a report that came before we knew the provider's id.
  recipient_hash bytea not null check (octet_length(recipient_hash) = 32),
  provider text not null check (provider in ('africastalking', 'captured')),
  -- sending: it may be on its way. refused: certainly not taken, and its job tries again. failed: refused for good. unknown: it may
  -- have been taken, and is not repeated. delivered, undelivered: what the network reported.
  state text not null default 'sending'
    check (state in ('sending', 'sent', 'refused', 'failed', 'unknown', 'delivered', 'undelivered')),
  problem text check (problem in ('blocked', 'number', 'network', 'account')),
  last_error text check (char_length(last_error) <= 200),
  provider_id text check (char_length(provider_id) <= 100),
  -- As the provider writes it, such as KES 0.8000.
  cost text check (char_length(cost) <= 30),
  attempts int not null default 1 check (attempts > 0),
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  primary key (member_id, text_id),
  constraint sms_delivery_problem_of_state check ((problem is not null) = (state in ('refused', 'failed', 'undelivered')))
);
create index sms_delivery_provider_id on sms_delivery (provider_id) where provider_id is not null;
create index sms_delivery_recipient on sms_delivery (recipient_hash, created_at desc);
create index sms_delivery_oldest on sms_delivery (created_at);

-- How many texts a business day has asked for, against the economy's daily limit.
create table sms_day (
  day date primary key,
  texts int not null check (texts > 0)
);

-- Part of the index below: changing it needs a migration that builds the index again.
create function contact_words(name text, email text, subject text, message text) returns text
language sql immutable parallel safe
return lower(name || ' ' || email || ' ' || subject || ' ' || message);

-- Contact messages, from visitors too, so there is no foreign key to a member.
create table contact_message (
  message_id uuid primary key default gen_random_uuid(),
  -- The signed-in sender, whatever name and address they typed.
  member_id uuid,
  name text not null check (char_length(name) between 1 and 100),
  email text not null check (email = lower(email) and char_length(email) <= 254),
  subject text not null check (char_length(subject) between 1 and 150),
  message text not null check (char_length(message) between 1 and 5000),
  status text not null default 'new' check (status in ('new', 'answered', 'closed')),
  -- Of two people who answer one message at once the second is stopped before anything is sent.
  version int not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  address inet,
  user_agent text
);
-- The staff's inbox, newest first: all messages, and those of one status.
create index contact_message_newest on contact_message (created_at desc, message_id desc);
create index contact_message_status_newest on contact_message (status, created_at desc, message_id desc);
-- One member's messages: for their data export and erasure.
create index contact_message_member on contact_message (member_id, created_at desc) where member_id is not null;
-- Earlier messages of a visitor without an account.
create index contact_message_email on contact_message (email, created_at desc, message_id desc);
-- The search finds any part of a word.
create index contact_message_words on contact_message
  using gin (contact_words(name, email, subject, message) gin_trgm_ops);

-- Our replies. A reply is deleted with its message.
create table contact_reply (
  reply_id uuid primary key default gen_random_uuid(),
  message_id uuid not null references contact_message (message_id) on delete cascade,
  -- The member who wrote the message, if they were signed in: it is part of the data we hold on them.
  member_id uuid,
  recipient text not null check (recipient = lower(recipient)),
  subject text not null check (char_length(subject) between 1 and 160 and subject !~ '[\u0001-\u001f]'),
  text text not null check (char_length(text) between 1 and 5000),
  replied_by text not null,
  replied_at timestamptz not null default now()
);
create index contact_reply_message on contact_reply (message_id, replied_at, reply_id);
create index contact_reply_member on contact_reply (member_id, replied_at) where member_id is not null;

-- Templates for frequent replies. `{firstName}` stands for the recipient's name.
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
