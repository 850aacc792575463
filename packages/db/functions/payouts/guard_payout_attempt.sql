-- An attempt is never removed. A paid one stays as it is, except what the erasure of its member blots out. Only an approved
-- withdrawal is paid, so no attempt of a settled one can become paid.
create or replace function guard_payout_attempt() returns trigger language plpgsql as $$
declare
  withdrawal_status text;
begin
  if tg_op = 'DELETE' then
    raise exception 'a payout attempt is never removed' using errcode = 'restrict_violation';
  end if;
  if tg_op = 'UPDATE' and old.state = 'paid' then
    if (new.member_id, new.withdrawal_id, new.attempt_no, new.provider, new.state, new.originator_conversation_id,
        new.amount_kes, new.receipt)
      is distinct from (old.member_id, old.withdrawal_id, old.attempt_no, old.provider, old.state,
        old.originator_conversation_id, old.amount_kes, old.receipt)
      or (new.mpesa_number <> old.mpesa_number and not (new.mpesa_number = 'erased' and is_erased(old.member_id)))
    then
      raise exception 'a paid attempt is final' using errcode = 'restrict_violation';
    end if;
    return new;
  end if;
  if tg_op = 'INSERT' or (new.state = 'paid' and old.state <> 'paid') then
    select w.status into withdrawal_status from withdrawal w
    where w.member_id = new.member_id and w.withdrawal_id = new.withdrawal_id;
    if withdrawal_status = 'paid' or (new.state = 'paid' and withdrawal_status <> 'approved') then
      raise exception 'a withdrawal that is % is not paid again', withdrawal_status using errcode = 'restrict_violation';
    end if;
  end if;
  return new;
end $$;

create trigger payout_attempt_guard before insert or update or delete on payout_attempt
  for each row execute function guard_payout_attempt();
