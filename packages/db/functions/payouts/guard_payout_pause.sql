-- Texts are final: an appeal is written once and answered once, and an ended pause stays ended. It goes when the
-- member is erased.
create or replace function guard_payout_pause() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and is_erased(old.member_id) then
    return old;
  end if;
  if tg_op = 'UPDATE' and old.lifted_at is null
    and (new.member_id, new.pause_id, new.reason, new.paused_by, new.paused_at)
      is not distinct from (old.member_id, old.pause_id, old.reason, old.paused_by, old.paused_at)
    and (old.appeal is null or (new.appeal, new.appealed_at) is not distinct from (old.appeal, old.appealed_at))
    and (old.appeal_answer is null or (new.appeal_answer, new.answered_by, new.answered_at)
      is not distinct from (old.appeal_answer, old.answered_by, old.answered_at))
  then
    return new;
  end if;
  raise exception 'what was said about a pause is never changed or removed' using errcode = 'restrict_violation';
end $$;

create trigger payout_pause_guard before update or delete on payout_pause
  for each row execute function guard_payout_pause();
