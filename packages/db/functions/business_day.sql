-- The one place that decides which day a time belongs to. Stored as text: a parsed body is bound to the
-- tables of this server, and the schema may be distributed over several (docs/scaling.md).
create or replace function business_day(moment timestamptz) returns date language sql stable as $$
  select (moment at time zone coalesce(
    (select record ->> 'timeZone' from economy_version order by version desc limit 1), 'Africa/Nairobi'
  ))::date
$$;
