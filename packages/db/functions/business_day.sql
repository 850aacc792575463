-- The one place that says which day a moment belongs to. Kept as text: a body that is kept parsed is bound to the
-- tables of this server, and the schema may be spread over several (docs/scaling.md).
create or replace function business_day(moment timestamptz) returns date language sql stable as $$
  select (moment at time zone coalesce(
    (select record ->> 'timeZone' from economy_version order by version desc limit 1), 'Africa/Nairobi'
  ))::date
$$;
