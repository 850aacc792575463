-- Keys the pseudonyms of a survey's respondents (docs/decisions/0093). Random and of no other use: from the id of an attempt, which staff see
-- beside a name, nobody can work out a pseudonym, and those of two surveys cannot be joined. It never changes, so files of one survey fit.
alter table survey add column respondent_key bytea not null default uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())
  check (octet_length(respondent_key) = 32);

-- Who was disputed and who is in accepted data keeps fitting to the files, which have the keyed pseudonyms from now on.
create temporary table renamed on commit drop as
  select a.survey_id, encode(substring(sha256(('respondent ' || a.attempt_id::text)::bytea) from 1 for 8), 'hex') as old_name,
    'r' || substr(encode(sha256(s.respondent_key || uuid_send(a.attempt_id)), 'hex'), 1, 15) as new_name
  from client_survey c join survey s using (survey_id) join survey_attempt a using (survey_id);
update client_dispute d set respondent = r.new_name from renamed r where r.survey_id = d.survey_id and r.old_name = d.respondent;
alter table client_dataset disable trigger user;
update client_dataset d set respondents = array(
  select coalesce(r.new_name, u.name) from unnest(d.respondents) with ordinality u (name, place)
  left join renamed r on r.survey_id = d.survey_id and r.old_name = u.name order by u.place
);
alter table client_dataset enable trigger user;
