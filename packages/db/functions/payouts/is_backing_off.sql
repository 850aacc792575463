-- The provider was busy, and the time of the next attempt has not come.
create or replace function is_backing_off(wait_reason text, waits_until timestamptz) returns boolean language sql as $$
  select coalesce(wait_reason = 'busy' and waits_until > clock_timestamp(), false)
$$;
