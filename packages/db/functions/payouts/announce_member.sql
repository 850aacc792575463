-- Notifies open pages that something is new, and nothing else: the payload is the member's id, and pages fetch the rest.
-- PostgreSQL sends equal notices of one transaction once.
create or replace function announce_member() returns trigger language plpgsql as $$
begin
  perform pg_notify(tg_argv[0], new.member_id::text);
  return null;
end $$;

create trigger payout_pause_announced after insert or update on payout_pause
  for each row execute function announce_member('withdrawal_change');
create trigger hold_announced after insert or update of ended_at on hold
  for each row execute function announce_member('withdrawal_change');
create trigger session_end_announced after update of revoked_at on session
  for each row when (new.revoked_at is not null) execute function announce_member('session_end');
create trigger withdrawal_announced after insert or update on withdrawal
  for each row execute function announce_member('withdrawal_change');
