-- What people write to us. Visitors too, so it has a key of its own and no foreign key to a member.
create table contact_message (
  message_id uuid primary key default gen_random_uuid(),
  -- Who was signed in. Whatever name and address he typed, this is who it was.
  member_id uuid,
  name text not null check (char_length(name) between 1 and 100),
  email text not null check (email = lower(email) and char_length(email) <= 254),
  subject text not null check (char_length(subject) between 1 and 150),
  message text not null check (char_length(message) between 1 and 5000),
  status text not null default 'new' check (status in ('new', 'answered', 'closed')),
  created_at timestamptz not null default now(),
  address inet,
  user_agent text
);
-- The staff's inbox, newest first: all of it, or of one status.
create index contact_message_newest on contact_message (created_at desc, message_id desc);
create index contact_message_status_newest on contact_message (status, created_at desc, message_id desc);
-- What one member wrote: for his download of his data, and for erasing it.
create index contact_message_member on contact_message (member_id, created_at desc) where member_id is not null;
