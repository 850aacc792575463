-- Who someone is in all surveys of a series, by the key that their consent made (docs/decisions/0093). Without that key, which goes with
-- the consent, nobody can work it out. `series`: of one client. The key has one length, so the hash needs no outer round.
create or replace function respondent_key_of(link_key bytea, series text) returns text language sql immutable strict parallel safe as $$
  select 'k' || substr(encode(sha256(link_key || convert_to(series, 'UTF8')), 'hex'), 1, 15)
$$;
