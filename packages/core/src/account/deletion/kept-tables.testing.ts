/** Tables that keep an erased member's id, without personal data. */
export const KEPT = new Set([
  // Points and totals before and after, as in the ledger; not the reason.
  'earnings_correction',
  // The ledger refers to this row, which has no name, address, password or role.
  'member',
  'wallet',
  'posting',
  'earning_day',
  // The attempt and its promised points, to which the posting refers; not the answers.
  'survey_attempt',
  // Whether the attempt is in counts.
  'survey_disclosure',
  // Flags, times and what was decided; no words of the member or about them.
  'survey_review',
  // Amounts, states, times and receipts; not the destination.
  'withdrawal',
  'payout_attempt',
  // The member's tax that is owed to the revenue authority.
  'withholding',
  'tax_part',
  // Until their tax is filed; without a name.
  'member_tax',
  // Receipts, hashes and ids of payments, to match late callbacks.
  'payout_reference',
  'payout_correction',
  // Amounts, reasons and times.
  'payout_decision',
  'payout_receipt',
  // The house's own books: amounts and accounts.
  'journal_entry',
  // What a bank was ordered to pay, so that nothing is paid twice; not the reason it gave.
  'bank_batch_row',
  // What a partner reports about a credit; not the notes of staff.
  'partner_report_row',
  // Premium payments and their results, to match late callbacks.
  'premium_grant',
  'premium_payment',
  'premium_reference',
  // Promised and paid points; no proofs, texts of claims or network addresses.
  'task_proof',
  'click',
  'partner_credit',
  'credit_claim',
  // The partner's transactions that counted, so that none counts twice and each can still be reversed.
  'partner_transaction',
  'partner_event_outcome',
  // Who invited whom, by id, so that nobody is invited twice.
  'referral',
  'referral_friend',
])
