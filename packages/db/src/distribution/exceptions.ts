/** A rule that one server enforces and several cannot; `infra/citus.sql` drops it. */
export type RuleException = { table: string; constraint: string; reason: string; onCitus: string }

export const RULE_EXCEPTIONS: readonly RuleException[] = [
  {
    table: 'referral_code',
    constraint: 'referral_code_member_id_fkey',
    reason: 'A code is placed by its value, its member elsewhere.',
    onCitus:
      'member_referral_code, written in the same transaction, refers to the member; members are never removed.',
  },
  {
    table: 'referral',
    constraint: 'referral_friend_id_fkey',
    reason: 'The row is where the inviter is; the friend may be elsewhere.',
    onCitus:
      'referral_friend, from which the row is made in the same transaction, is beside the friend and refers to them.',
  },
  {
    table: 'partner_transaction',
    constraint: 'partner_transaction_event_id_fkey',
    reason: 'A transaction is placed by its number, its event by the event’s id.',
    onCitus: 'Events are never removed, and the transaction takes the id from the event that it locked.',
  },
  {
    table: 'partner_event',
    constraint: 'partner_event_replay_of_fkey',
    reason: 'A replayed event has its own placement.',
    onCitus: 'Events are never removed, and the id is read from the replayed event.',
  },
]

/** How far a trigger on a distributed table reaches. */
export type Reach =
  /** Its own row only. */
  | 'row'
  /** Rows with the same member or value, which are on the same server, and reference tables, which are on every server. */
  | 'beside'
  /** Reads or writes rows that may be on another server, which refuses them. */
  | 'elsewhere'

/** Every trigger on a distributed table, except those of refuse_change, which reads its own row only. Citus runs a trigger on the shard of its row. */
export const TRIGGERS: Readonly<Record<string, Reach>> = {
  'earning_day.earning_day_guard': 'row',
  'earnings_correction.correction_moves_total': 'beside',
  'earnings_correction.earnings_correction_append_only': 'beside',
  'mail_delivery.mail_delivery_guard': 'row',
  'sms_delivery.sms_delivery_guard': 'row',
  'member.member_is_seen': 'beside',
  'member.member_keeps_former_email': 'beside',
  'member_note.member_note_append_only': 'beside',
  'partner_event.partner_event_append_only': 'row',
  'partner_event_outcome.partner_event_outcome_filled': 'beside',
  'payout_attempt.payout_attempt_guard': 'beside',
  'withholding_reversal.withholding_reversal_of_returned': 'beside',
  'payout_callback.payout_callback_append_only': 'elsewhere',
  'payout_pause.payout_pause_guard': 'beside',
  'posting.posting_moves_balance': 'beside',
  'premium_callback.premium_callback_append_only': 'elsewhere',
  'premium_grant.premium_grant_append_only': 'beside',
  'premium_payment.premium_payment_guard': 'beside',
  'session.session_is_seen': 'beside',
  'survey_answer.survey_answer_guard': 'beside',
  'survey_attempt.survey_attempt_guard': 'beside',
  'survey_review.survey_review_guard': 'row',
  'wallet.wallet_guard': 'row',
  'wallet.wallet_starts_empty': 'row',
  'withdrawal.withdrawal_guard': 'beside',
  'tax_part.tax_part_in_force': 'beside',
  'withholding.withholding_of_paid': 'beside',
}
