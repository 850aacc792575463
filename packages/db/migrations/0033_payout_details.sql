-- Where a member was last paid, by method, so that he need not type it again. Kept with a request, and only with one: each
-- change comes with points that are held and, for a new place, a mail.
create table payout_details (
  member_id uuid not null references member (member_id),
  method text not null check (method in ('mpesa', 'bank', 'paypal')),
  mpesa_number text,
  bank_name text,
  account_number text,
  account_name text,
  paypal_email text,
  -- When they were last used.
  updated_at timestamptz not null default now(),
  -- When they last became different from what they were.
  changed_at timestamptz not null default now(),
  primary key (member_id, method),
  check ((method = 'mpesa') = (mpesa_number is not null)),
  check ((method = 'bank') = (bank_name is not null and account_number is not null and account_name is not null)),
  check ((method = 'paypal') = (paypal_email is not null)),
  check (method = 'bank' or coalesce(bank_name, account_number, account_name) is null)
);

-- Pages that are open are told that something is new, and nothing else: the payload is the member's number. What it is,
-- they ask for. Of several equal notices in one transaction PostgreSQL sends one.
create function announce_member() returns trigger language plpgsql as $$
begin
  perform pg_notify(tg_argv[0], new.member_id::text);
  return null;
end $$;
create trigger withdrawal_announced after insert or update on withdrawal
  for each row execute function announce_member('withdrawal_change');
create trigger payout_pause_announced after insert or update on payout_pause
  for each row execute function announce_member('withdrawal_change');
-- What a member earns by his own call he is told in its answer. Announcing it too would put the commits of all members in one
-- line, as PostgreSQL does with those that announce something.
create trigger posting_announced after insert on posting
  for each row when (new.actor <> 'member:' || new.member_id::text) execute function announce_member('points_change');
create trigger session_end_announced after update of revoked_at on session
  for each row when (new.revoked_at is not null) execute function announce_member('session_end');

create function announce_staff() returns trigger language plpgsql as $$
begin
  perform pg_notify('session_end', new.staff_id::text);
  return null;
end $$;
create trigger staff_session_end_announced after update of revoked_at on staff_session
  for each row when (new.revoked_at is not null) execute function announce_staff();
