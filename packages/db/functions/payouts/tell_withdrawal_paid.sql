-- Webhook withdrawal.paid. Ids, amounts and times; a receiver asks for more by the id.
create or replace function tell_withdrawal_paid() returns trigger language plpgsql as $$
begin
  perform tell_webhooks('withdrawal.paid', new.withdrawal_id::text, jsonb_build_object(
    'withdrawalId', new.withdrawal_id, 'memberId', new.member_id, 'method', new.method, 'points', new.points,
    'amountKes', new.amount_kes, 'taxKes', new.tax_kes, 'payoutKes', new.payout_kes,
    'requestedAt', webhook_moment(new.requested_at), 'paidAt', webhook_moment(new.paid_at)
  ));
  return null;
end $$;

create trigger withdrawal_paid_told after update of status on withdrawal
  for each row when (new.status = 'paid' and old.status <> 'paid') execute function tell_withdrawal_paid();
