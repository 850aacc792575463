-- What each quality flag of a survey is based on, for the person who decides: the questions, the median, the author's words.
alter table survey_review add column signs jsonb not null default '[]';

-- The newest completed attempts of a survey: how long others took. And how many of its answers were rejected lately.
create index survey_attempt_of_completed on survey_attempt (survey_id, completed_at) where status = 'completed';
create index survey_review_of_survey on survey_review (survey_id, opened_at);
