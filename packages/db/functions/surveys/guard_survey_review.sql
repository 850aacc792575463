-- What was found, said and decided about a survey's answers is written once. Only the erasure of the member blots out words.
create or replace function guard_survey_review() returns trigger language plpgsql as $$
declare
  -- Nobody had decided about it: the time was over.
  is_taken_back boolean := old.state = 'paid' and new.state = 'rejected' and old.decided_by = 'system';
begin
  if (new.member_id, new.survey_id, new.review_id, new.flags, new.points, new.taken_seconds, new.minimum_seconds, new.opened_at)
      is not distinct from
      (old.member_id, old.survey_id, old.review_id, old.flags, old.points, old.taken_seconds, old.minimum_seconds, old.opened_at)
    and (old.kept_at is null or (new.kept_at, new.kept_by, new.until) is not distinct from (old.kept_at, old.kept_by, old.until))
    and (old.decided_at is null or (new.decided_at, new.decided_by) is not distinct from (old.decided_at, old.decided_by)
      or is_taken_back)
    and (old.appealed_at is null or new.appealed_at is not distinct from old.appealed_at)
    and (old.answered_at is null or (new.answered_at, new.answered_by) is not distinct from (old.answered_at, old.answered_by))
    and (old.keep_reason is null or new.keep_reason in (old.keep_reason, 'erased'))
    and (old.reason is null or new.reason in (old.reason, 'erased'))
    and (old.appeal is null or new.appeal in (old.appeal, 'erased'))
    and (old.appeal_answer is null or new.appeal_answer in (old.appeal_answer, 'erased'))
    and (old.state <> 'paid' or new.state = 'paid' or is_taken_back)
  then
    return new;
  end if;
  raise exception 'what was found and said about a survey is never changed' using errcode = 'restrict_violation';
end $$;

create trigger survey_review_guard before update on survey_review
  for each row execute function guard_survey_review();
