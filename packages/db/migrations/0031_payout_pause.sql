-- A member whose money is not sent for now: why, who decided, what he says to it, and how it ended. Nothing is taken from
-- him, and he goes on earning.
create table payout_pause (
  member_id uuid not null references member (member_id),
  pause_id uuid not null default gen_random_uuid(),
  -- The member reads it, as all that is written here.
  reason text not null check (reason <> ''),
  paused_by text not null,
  paused_at timestamptz not null default clock_timestamp(),
  appeal text check (appeal <> ''),
  appealed_at timestamptz,
  appeal_answer text check (appeal_answer <> ''),
  answered_by text,
  answered_at timestamptz,
  lift_reason text check (lift_reason <> ''),
  lifted_by text,
  lifted_at timestamptz,
  primary key (member_id, pause_id),
  check ((appeal is null) = (appealed_at is null)),
  check ((appeal_answer is null) = (answered_by is null) and (appeal_answer is null) = (answered_at is null)),
  check (appeal_answer is null or appeal is not null),
  check ((lift_reason is null) = (lifted_by is null) and (lift_reason is null) = (lifted_at is null))
);
-- One at a time: what is paused cannot be paused.
create unique index payout_pause_open on payout_pause (member_id) where lifted_at is null;
-- The staff's lists: the appeals that wait for an answer, and all pauses.
create index payout_pause_appeal on payout_pause (paused_at, pause_id)
  where appealed_at is not null and answered_at is null and lifted_at is null;
create index payout_pause_by_time on payout_pause (paused_at, pause_id);

-- What was said stands: an appeal is written once, answered once, and what is over stays over. With its member it goes.
create function guard_payout_pause() returns trigger language plpgsql as $$
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
create trigger payout_pause_no_truncate before truncate on payout_pause
  for each statement execute function refuse_change();

-- Which members signed in with the same browser from the same place: one of the reasons to look at a withdrawal. The
-- browser's name can be longer than an index takes.
create index session_device on session (address, md5(user_agent)) where address is not null and user_agent is not null;
