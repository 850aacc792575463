-- The one mail of a job. Committed before the mail leaves, so that no other run of the job sends it again. Neither the
-- text nor the link is kept.
create table mail_delivery (
  job_id uuid primary key,
  kind text not null,
  recipient text not null,
  subject text not null,
  -- By this the mail server's log knows it.
  message_id text not null,
  -- sending: it may be on its way. refused: it certainly was not taken. unknown: it may have been, and is not repeated.
  state text not null default 'sending' check (state in ('sending', 'sent', 'refused', 'unknown')),
  attempts int not null default 1 check (attempts > 0),
  last_error text check (char_length(last_error) <= 300),
  created_at timestamptz not null default now(),
  -- Null: a worker has it, or, when it was refused, will try again.
  settled_at timestamptz,
  check (state = 'refused' or (state = 'sending') = (settled_at is null)),
  check (state not in ('refused', 'unknown') or last_error is not null)
);
-- The staff's outbox, newest first, and what of it did not arrive for certain.
create index mail_delivery_newest on mail_delivery (created_at desc, job_id);
create index mail_delivery_not_sent on mail_delivery (created_at desc, job_id) where state <> 'sent';
-- What one person was sent: for the download and the erasure of his data.
create index mail_delivery_recipient on mail_delivery (recipient, created_at);

create function guard_mail_delivery() returns trigger language plpgsql as $$
begin
  if (old.state, new.state) not in (
    ('sending', 'sent'), ('sending', 'refused'), ('sending', 'unknown'),
    -- The worker that was given up for dead comes back, perhaps with the answer.
    ('unknown', 'sent'), ('unknown', 'refused'), ('unknown', 'unknown'),
    ('refused', 'sending')
  ) or (old.state = 'refused' and old.settled_at is not null) then
    raise exception 'a mail cannot go from % to %', old.state, new.state using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger mail_delivery_guard before update of state on mail_delivery
  for each row execute function guard_mail_delivery();
