-- Locks the wallet, the withdrawal and its newest attempt, in this order, and returns the last two as they are then; `attempt` is
-- null if there is none. `emails`: those that were verified, also former ones. `holds`: ended ones too. A function, because
-- PostgreSQL then plans its statements once in a connection, whichever pool lends that connection. Volatile: each statement must see
-- what was committed while the one before it waited.
create or replace function lock_payout(of_member uuid, of_withdrawal uuid, out withdrawal jsonb, out attempt jsonb)
language plpgsql volatile as $$
declare
  home text;
begin
  perform from wallet where wallet.member_id = of_member for update;
  select t.residence into home from member_tax t where t.member_id = of_member;
  home := coalesce(home, 'resident');
  select jsonb_build_object(
    'status', w.status, 'payoutState', w.payout_state, 'method', w.method, 'points', w.points,
    'kesPerPoint', w.kes_per_point, 'amountKes', w.amount_kes, 'taxKes', w.tax_kes, 'payoutKes', w.payout_kes,
    'mpesaNumber', w.mpesa_number, 'bankName', w.bank_name, 'accountNumber', w.account_number, 'paypalEmail', w.paypal_email,
    'adminComment', w.admin_comment, 'receipt', w.receipt, 'isInReview', w.is_in_review,
    'isBackingOff', is_backing_off(w.wait_reason, w.waits_until),
    'isPaused', exists (select from payout_pause p where p.member_id = of_member and p.lifted_at is null),
    'wasInvited', exists (select from referral_friend r where r.friend_id = of_member),
    'isMemberErased', is_erased(of_member),
    'taxTerms', jsonb_build_object('residence', home, 'rates', tax_rates(home)),
    'emails', array(
      select m.email from member m where m.member_id = of_member and m.email_verified_at is not null
      union all select f.email from former_email f where f.member_id = of_member
    ),
    'holds', array(
      select jsonb_build_object('holdId', h.hold_id, 'reason', h.reason, 'since', h.since, 'until', h.until,
        'facts', h.facts, 'endedAt', h.ended_at, 'endedBy', h.ended_by)
      from hold h where h.member_id = of_member and h.subject = 'withdrawal' and h.subject_id = of_withdrawal
    )
  ) into strict withdrawal
  from withdrawal w where w.member_id = of_member and w.withdrawal_id = of_withdrawal for update;
  select jsonb_build_object(
    'attemptNo', a.attempt_no, 'provider', a.provider, 'state', a.state,
    'originatorConversationId', a.originator_conversation_id, 'conversationId', a.conversation_id,
    'amountKes', a.amount_kes, 'mpesaNumber', a.mpesa_number, 'receipt', a.receipt, 'checks', a.checks,
    'isAutomatic', a.is_automatic, 'wasAsked', a.was_asked,
    'isLeaseOver', is_lease_over(a.lease_until)
  ) into attempt
  from payout_attempt a where a.member_id = of_member and a.withdrawal_id = of_withdrawal
  order by a.attempt_no desc limit 1 for update;
end $$;
