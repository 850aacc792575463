-- Texts to phones, and the codes that prove a payout number (docs/decisions/0076).

-- The newest code of a member: a new request replaces the one before.
create table destination_code (
  member_id uuid primary key references member (member_id),
  code_id uuid not null,
  number text not null check (number like 'sealed:1:%'),
  number_hash bytea not null check (octet_length(number_hash) = 32),
  -- Keyed. Null until the job that texts the code has made it.
  code_hash bytea check (octet_length(code_hash) = 32),
  tries int not null default 0 check (tries between 0 and 5),
  requested_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);

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
  check ((problem is not null) = (state in ('refused', 'failed', 'undelivered')))
);
create index sms_delivery_provider_id on sms_delivery (provider_id) where provider_id is not null;
create index sms_delivery_recipient on sms_delivery (recipient_hash, created_at desc);

-- How many texts a business day has asked for, against the economy's daily limit.
create table sms_day (
  day date primary key,
  texts int not null check (texts > 0)
);

-- Texts are captured beside mails. `text_id`: of a text.
alter table captured_mail add column text_id uuid;
create index captured_mail_text on captured_mail (text_id) where text_id is not null;
