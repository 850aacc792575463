-- Counts the answers of a quiz once, when they are submitted; in the order of the questions' ids, so that two members
-- who submit at once never deadlock.
create or replace function count_answers() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.submitted_at is not null then
    return null;
  end if;
  insert into question_count (question_id, shard, answered, correct)
  select q.question_id, count_shard(new.member_id), 1, (new.answers ->> asked.id = asked."correctAnswer")::int
  from jsonb_to_recordset(new.questions) as asked (id text, "correctAnswer" text)
  join quiz_question q on q.question_id = asked.id::uuid
  where new.answers ? asked.id
  order by q.question_id
  on conflict (question_id, shard) do update
    set answered = question_count.answered + 1, correct = question_count.correct + excluded.correct;
  return null;
end $$;

create constraint trigger quiz_attempt_counted after insert or update on quiz_attempt
  deferrable initially deferred for each row when (new.submitted_at is not null) execute function count_answers();
