-- Webhook survey.completed. A trigger, so that the event is written in the same transaction, whatever completed the attempt.
-- Receivers get the pseudonym of files and results, never the account: `memberId` would join every survey of one person.
create or replace function tell_survey_completed() returns trigger language plpgsql as $$
begin
  perform tell_webhooks('survey.completed', new.attempt_id::text, jsonb_build_object(
    'surveyId', new.survey_id, 'respondentId', respondent_of(new.attempt_id, (select respondent_key from survey s where s.survey_id = new.survey_id)), 'rewardPoints', new.reward_points,
    'startedAt', webhook_moment(new.started_at), 'completedAt', webhook_moment(new.completed_at)
  ));
  return null;
end $$;

create trigger survey_completed_told after update of status on survey_attempt
  for each row when (new.status = 'completed' and old.status <> 'completed') execute function tell_survey_completed();
