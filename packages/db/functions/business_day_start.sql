-- The first moment of a business day, in the time zone that `business_day` reads.
create or replace function business_day_start(day date) returns timestamptz language sql stable as $$
  select day::timestamp at time zone coalesce(
    (select record ->> 'timeZone' from economy_version order by version desc limit 1), 'Africa/Nairobi'
  )
$$;
