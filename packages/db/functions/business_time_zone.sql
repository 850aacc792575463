-- The time zone that business days follow.
create or replace function business_time_zone() returns text language sql stable as $$
  select coalesce(
    (select record ->> 'timeZone' from economy_version order by version desc limit 1), 'Africa/Nairobi'
  )
$$;
