-- What a row of a batch orders never changes, and the bank's word about it is final. Its reason goes when the member is erased.
create or replace function guard_bank_batch_row() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE'
    or (new.batch_id, new.line, new.reference, new.member_id, new.withdrawal_id, new.amount_kes)
      is distinct from (old.batch_id, old.line, old.reference, old.member_id, old.withdrawal_id, old.amount_kes)
    or (old.outcome is not null and not (
      is_erased(old.member_id) and new.reason = 'erased'
      and (new.outcome, new.bank_reference, new.settled_at, new.settled_by)
        is not distinct from (old.outcome, old.bank_reference, old.settled_at, old.settled_by)
    ))
  then
    raise exception 'a row of a bank batch is never changed or removed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create trigger bank_batch_row_guard before update or delete on bank_batch_row
  for each row execute function guard_bank_batch_row();
