-- Who someone is for readers of results: no other id and no other survey leads to it (docs/decisions/0093). It begins with a letter, because
-- spreadsheets change what looks like a number. An attempt's id has one length, so the hash needs no outer round.
create or replace function respondent_of(attempt_id uuid, respondent_key bytea) returns text language sql immutable strict parallel safe as $$
  select 'r' || substr(encode(sha256(respondent_key || uuid_send(attempt_id)), 'hex'), 1, 15)
$$;
