-- Results read all answers of one survey; a covering index spares them the table.
create index survey_answer_result on survey_answer (survey_id, question_id) include (member_id, answer);
create index survey_attempt_of_survey on survey_attempt (survey_id);
