-- Paid answers stay unchanged until their member is erased; what the member thinks of the survey may change. Compares how
-- the table's name begins: a shard of a table on another server has a number behind its name.
create or replace function guard_finished_survey() returns trigger language plpgsql as $$
begin
  if tg_table_name ^@ 'survey_attempt' then
    if tg_op = 'UPDATE' and (old.status <> 'completed'
      or to_jsonb(new) - '{rating,rated_at}'::text[] = to_jsonb(old) - '{rating,rated_at}'::text[]) then
      return new;
    end if;
  elsif tg_op = 'DELETE' and is_erased(old.member_id) then
    return old;
  -- The state is no condition: with it PostgreSQL may choose the index of completed attempts, and read all of a survey's for each
  -- answer, until its statistics have caught up with a survey that many complete.
  elsif (
    select a.status from survey_attempt a where a.member_id = coalesce(new.member_id, old.member_id)
      and a.survey_id = coalesce(new.survey_id, old.survey_id)
  ) is distinct from 'completed' then
    return coalesce(new, old);
  end if;
  raise exception 'a finished survey is never changed' using errcode = 'restrict_violation';
end $$;

create trigger survey_answer_guard before insert or update or delete on survey_answer
  for each row execute function guard_finished_survey();
create trigger survey_attempt_guard before update or delete on survey_attempt
  for each row execute function guard_finished_survey();
