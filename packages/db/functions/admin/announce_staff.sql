-- Closes the streams of a staff session that was ended.
create or replace function announce_staff() returns trigger language plpgsql as $$
begin
  perform pg_notify('session_end', new.staff_id::text);
  return null;
end $$;

create trigger staff_session_end_announced after update of revoked_at on staff_session
  for each row when (new.revoked_at is not null) execute function announce_staff();
