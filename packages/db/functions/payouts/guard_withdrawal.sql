-- What was requested never changes, only how an account number is stored. Statuses change only as listed. An approval
-- can be undone while no person and no worker has begun to send the money: the caller marks what was prepared as not
-- sent first, under the worker's locks.
create or replace function guard_withdrawal() returns trigger language plpgsql as $$
declare
  -- payout_kes is generated after this trigger: it is still empty here.
  personal constant text[] :=
    '{mpesa_number,bank_name,account_number,account_number_hash,account_name,paypal_email,receiver_name,admin_comment,payout_kes}';
  account constant text[] := '{account_number,account_number_hash,payout_kes}';
begin
  if tg_op = 'DELETE' then
    raise exception 'a withdrawal is never removed' using errcode = 'restrict_violation';
  end if;
  if is_erased(old.member_id) and to_jsonb(new) - personal = to_jsonb(old) - personal
    and is_blotted_out(old.mpesa_number, new.mpesa_number) and is_blotted_out(old.bank_name, new.bank_name)
    and is_blotted_out(old.account_number, new.account_number) and new.account_number_hash is null
    and is_blotted_out(old.account_name, new.account_name)
    and is_blotted_out(old.paypal_email, new.paypal_email)
    and is_blotted_out(old.receiver_name, new.receiver_name)
    and is_blotted_out(old.admin_comment, new.admin_comment)
  then
    return new;
  end if;
  -- An account number may be sealed, and sealed with another key, whatever the status. It cannot be forged without a key.
  if new.account_number like 'sealed:1:%' and old.account_number <> 'erased'
    and split_part(new.account_number, ':', 3) is distinct from split_part(old.account_number, ':', 3)
    and to_jsonb(new) - account = to_jsonb(old) - account
  then
    return new;
  end if;
  if old.status in ('rejected', 'paid') and not (
    -- The ways back: each with the record of its evidence, made in this transaction.
    exists (
      select from payout_correction c where c.member_id = old.member_id and c.withdrawal_id = old.withdrawal_id
        and c.booked_at = now() and c.kind = case old.status when 'paid' then 'returned' else 'late' end
    ) and case old.status
      when 'paid' then (new.status, new.payout_state) = ('rejected', 'returned')
        and (new.receipt, new.paid_at) is not distinct from (old.receipt, old.paid_at)
      else coalesce(old.payout_state, '') not in ('returned', 'cancelled') and (new.status, new.payout_state) = ('paid', 'paid')
    end
  ) then
    raise exception 'a % withdrawal is final', old.status using errcode = 'restrict_violation';
  end if;
  if old.status in ('pending', 'approved') and (old.status, new.status) not in (
    ('pending', 'pending'), ('pending', 'approved'), ('pending', 'rejected'),
    ('approved', 'approved'), ('approved', 'paid'), ('approved', 'rejected'), ('approved', 'pending')
  ) then
    raise exception 'a withdrawal cannot go from % to %', old.status, new.status using errcode = 'restrict_violation';
  end if;
  if old.status = 'approved' and new.status = 'pending' and (
    old.payout_state not in ('manual', 'queued') or exists (
      select from payout_attempt a where a.member_id = old.member_id and a.withdrawal_id = old.withdrawal_id
        and (a.state <> 'not_sent' or a.was_asked)
    )
  ) then
    raise exception 'what was sent, or may be, stays approved' using errcode = 'restrict_violation';
  end if;
  -- Tax is due on payment: until the money may have left, it becomes what today's classes make of it (docs/decisions/0089).
  if (new.tax_percent, new.tax_kes, new.amount_usd) is distinct from (old.tax_percent, old.tax_kes, old.amount_usd)
    and old.status in ('pending', 'approved') and (new.amount_usd is null) = (old.amount_usd is null)
    and coalesce(old.payout_state in ('manual', 'queued'), true)
    and not exists (
      select from payout_attempt a where a.member_id = old.member_id and a.withdrawal_id = old.withdrawal_id
        and a.state not in ('prepared', 'failed', 'not_sent')
    )
    and (old.points, new.tax_kes) = (
      select sum(p.points), sum(p.tax_kes) from tax_part p
      where p.member_id = old.member_id and p.withdrawal_id = old.withdrawal_id and p.day = business_day(now())
    )
  then
    old.tax_percent := new.tax_percent;
    old.tax_kes := new.tax_kes;
    old.amount_usd := new.amount_usd;
  end if;
  if (new.points, new.kes_per_point, new.amount_kes, new.amount_usd, new.tax_percent, new.tax_kes, new.method,
      new.mpesa_number, new.bank_name, new.account_number, new.account_number_hash, new.account_name, new.paypal_email)
    is distinct from (old.points, old.kes_per_point, old.amount_kes, old.amount_usd, old.tax_percent, old.tax_kes, old.method,
      old.mpesa_number, old.bank_name, old.account_number, old.account_number_hash, old.account_name, old.paypal_email) then
    raise exception 'what was requested cannot be changed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create trigger withdrawal_guard before update or delete on withdrawal
  for each row execute function guard_withdrawal();
