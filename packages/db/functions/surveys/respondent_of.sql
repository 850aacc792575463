-- Who someone is for readers of results: no key leads from it to a member or to another survey (docs/decisions/0093).
create or replace function respondent_of(attempt_id uuid) returns text language sql immutable strict parallel safe as $$
  select encode(substring(sha256(('respondent ' || attempt_id::text)::bytea) from 1 for 8), 'hex')
$$;
