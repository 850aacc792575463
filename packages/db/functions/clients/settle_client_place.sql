-- Brings the place of an attempt at a client's survey up to date, and notes the step for the job that adds steps up.
-- A place that was given back stays so: an appeal that succeeds later is paid by the house, and is in no dataset.
create or replace function settle_client_place() returns trigger language plpgsql as $$
declare
  place client_place;
  attempt text;
  review text;
  charged boolean;
  open boolean;
begin
  select * into place from client_place
    where member_id = new.member_id and survey_id = new.survey_id and is_open for update;
  if not found then
    return null;
  end if;
  select a.status, r.state into attempt, review
    from survey_attempt a left join survey_review r on r.member_id = a.member_id and r.survey_id = a.survey_id
    where a.member_id = new.member_id and a.survey_id = new.survey_id;
  charged := attempt = 'completed' and coalesce(review in ('doubtful', 'paid'), true);
  open := charged or attempt in ('started', 'in_progress') or (attempt = 'completed' and review in ('held', 'appealed'));
  if open and charged = place.is_charged then
    return null;
  end if;
  update client_place set is_open = open, is_charged = charged
    where member_id = new.member_id and survey_id = new.survey_id;
  insert into client_step (order_id, completes, places)
    values (place.order_id, charged::int - place.is_charged::int, open::int - 1);
  return null;
end $$;

-- At the end of the transaction, when the attempt and its review are both written.
create constraint trigger survey_attempt_settles_place after update of status on survey_attempt
  deferrable initially deferred for each row when (old.status is distinct from new.status)
  execute function settle_client_place();
create constraint trigger survey_review_settles_place after update of state on survey_review
  deferrable initially deferred for each row when (old.state is distinct from new.state)
  execute function settle_client_place();
