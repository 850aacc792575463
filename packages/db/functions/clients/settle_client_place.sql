-- Brings the place of an attempt at a client's survey up to date, if it has one, and notes the step for the job that adds steps up.
-- The caller has written the attempt and its review. A place that was given back stays so: an appeal that succeeds later is paid by
-- the house, and is in no dataset.
create or replace function settle_client_place(member uuid, survey uuid) returns void language plpgsql as $$
declare
  place client_place;
  attempt text;
  review text;
  charged boolean;
  open boolean;
begin
  select * into place from client_place
    where member_id = member and survey_id = survey and is_open for update;
  if not found then
    return;
  end if;
  select a.status, r.state into attempt, review
    from survey_attempt a left join survey_review r on r.member_id = a.member_id and r.survey_id = a.survey_id
    where a.member_id = member and a.survey_id = survey;
  charged := attempt = 'completed' and coalesce(review in ('doubtful', 'paid'), true);
  open := charged or attempt in ('started', 'in_progress') or (attempt = 'completed' and review in ('held', 'appealed'));
  if open and charged = place.is_charged then
    return;
  end if;
  update client_place set is_open = open, is_charged = charged
    where member_id = member and survey_id = survey;
  insert into client_step (order_id, completes, places)
    values (place.order_id, charged::int - place.is_charged::int, open::int - 1);
end $$;
