-- What was requested never changes, except that the texts about an erased member go, and that the secret within is sealed with
-- another key. A decision is final.
create or replace function guard_approval_request() returns trigger language plpgsql as $$
declare
  decision constant text[] := '{state,decided_by,decided_at,note,runs_at}';
  personal constant text[] := '{payload,before,after,reason,note}';
  envelope constant text[] := '{sealedSecret,text}';
begin
  if tg_op = 'UPDATE' and is_erased(audited_member(old.subject))
    and to_jsonb(new) - personal = to_jsonb(old) - personal
  then
    return new;
  end if;
  if tg_op = 'UPDATE' and new.payload #>> envelope like 'sealed:1:%'
    and split_part(new.payload #>> envelope, ':', 3) <> split_part(old.payload #>> envelope, ':', 3)
    and new.payload #- envelope = old.payload #- envelope
    and to_jsonb(new) - 'payload' = to_jsonb(old) - 'payload'
  then
    return new;
  end if;
  if tg_op = 'UPDATE' and old.state = 'waiting' and to_jsonb(new) - decision = to_jsonb(old) - decision
    and (new.runs_at is null or new.runs_at = old.runs_at)
  then
    return new;
  end if;
  raise exception 'what was requested and decided stays as it is' using errcode = 'restrict_violation';
end $$;

create trigger approval_request_guard before update or delete on approval_request
  for each row execute function guard_approval_request();
