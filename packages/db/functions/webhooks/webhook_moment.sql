-- Formats a time for webhooks.
create or replace function webhook_moment(moment timestamptz) returns text language sql stable
return to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
