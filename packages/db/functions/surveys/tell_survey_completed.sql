-- Webhook survey.completed. A trigger, so that the event is written in the same transaction, whatever completed the attempt.
-- It names neither the account nor the pseudonym of files, which the moment and the reward would join to each other.
create or replace function tell_survey_completed() returns trigger language plpgsql as $$
begin
  perform tell_webhooks('survey.completed', new.attempt_id::text, jsonb_build_object(
    'surveyId', new.survey_id, 'rewardPoints', new.reward_points, 'completedOn', business_day(new.completed_at)
  ));
  return null;
end $$;

create trigger survey_completed_told after update of status on survey_attempt
  for each row when (new.status = 'completed' and old.status <> 'completed') execute function tell_survey_completed();
