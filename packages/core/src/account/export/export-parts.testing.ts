import type { AccountExport } from '@chuma/contract/personal-data/account-export'

/** The part of the document for each table. */
export const PARTS: Record<string, (data: AccountExport) => unknown[]> = {
  member: ({ account }) => [account],
  former_email: ({ formerEmails }) => formerEmails,
  member_settings: ({ settings }) => (settings.language ? [settings] : []),
  member_terms: ({ terms }) => terms,
  session: ({ sessions }) => sessions,
  member_passkey: ({ passkeys }) => passkeys,
  one_time_link: ({ links }) => links,
  account_change: ({ securityEvents }) => securityEvents,
  email_move: ({ emailMoves }) => emailMoves,
  survey_attempt: ({ surveys }) => surveys,
  profile_answer: ({ profile }) => profile,
  profile_choice: ({ profileChoice }) => (profileChoice ? [profileChoice] : []),
  profile_flag: ({ profileChanges }) => profileChanges,
  survey_trait: ({ surveys }) => surveys.filter(({ traits }) => traits.length > 0),
  survey_answer: ({ surveys }) => surveys.flatMap(({ answers }) => answers),
  wallet: ({ balance }) => [balance],
  earning_day: ({ earningDays }) => earningDays,
  earnings_correction: ({ corrections }) => corrections,
  member_note: ({ notes }) => notes,
  posting: ({ ledger }) => ledger,
  withdrawal: ({ withdrawals }) => withdrawals,
  payout_attempt: ({ withdrawals }) => withdrawals.flatMap(({ attempts }) => attempts),
  hold: ({ holds }) => holds,
  payout_details: ({ payoutDetails }) => payoutDetails,
  tax_part: ({ taxParts }) => taxParts,
  member_tax: ({ taxDetails }) => (taxDetails ? [taxDetails] : []),
  withholding: ({ withholding }) => withholding,
  payout_correction: ({ payoutCorrections }) => payoutCorrections,
  bank_batch_row: ({ bankPayments }) => bankPayments,
  payout_destination: ({ destinations }) => destinations,
  shared_phone: ({ sharedPhone }) => (sharedPhone.length > 0 ? [sharedPhone] : []),
  destination_code: ({ destinationCodes }) => destinationCodes,
  sms_delivery: ({ texts }) => texts,
  payout_pause: ({ payoutPauses }) => payoutPauses,
  premium_grant: ({ premium }) => premium.grants,
  premium_payment: ({ premium }) => premium.payments,
  contact_message: ({ contactMessages }) => contactMessages,
  contact_reply: ({ contactMessages }) => contactMessages.flatMap(({ replies }) => replies),
  daily_login: ({ dailyLogins }) => dailyLogins,
  spin: ({ spins }) => spins,
  quiz_attempt: ({ quizzes }) => quizzes,
  task_view: ({ taskViews }) => taskViews,
  task_proof: ({ proofs }) => proofs,
  click: ({ clicks }) => clicks,
  partner_credit: ({ partnerCredits }) => partnerCredits,
  credit_claim: ({ claims }) => claims,
  survey_review: ({ surveyReviews }) => surveyReviews,
  member_referral_code: ({ referralCode }) => (referralCode ? [referralCode] : []),
  referral: ({ referrals }) => referrals,
}

/** Tables about a member that the document leaves out, and why. */
export const LEFT_OUT = new Set([
  // What the house charges a client for an answer in `surveys`.
  'client_place',
  // How the operator decides: its result is in `withdrawals`.
  'payout_decision',
  // Hashes of what is in `ledger`.
  'sealed_head',
  // Only the latest time, which is in `sessions`.
  'member_seen',
  // The reverse lookup of `referralCode`.
  'referral_code',
  // Finds the member by the address in `account`.
  'email_owner',
  // A hash of the mailbox of that address.
  'member_mailbox',
  // Repeats answers that are in `withdrawals`, under keys known only to the caller's program.
  'call_key',
  // Says only that staff have this account too, which they know.
  'person_member',
  // The amounts in `withholding` again, for a payment in `payoutCorrections` that came back.
  'withholding_reversal',
  // The house's books: what `withdrawals`, `premium` and `payoutCorrections` say, as an accountant writes it.
  'journal_entry',
  // Hashes and ids that match the provider's callbacks; receipts are in `withdrawals`.
  'payout_reference',
  'payout_receipt',
  // Hashes and ids that match callbacks of premium payments; receipts are in `premium`.
  'premium_reference',
  // Finds the click by the reference in `clicks`.
  'click_reference',
  // The partner's transactions that counted, which refer to `partnerCredits`.
  'partner_transaction',
  // What a partner reports about `partnerCredits`, and what staff make of it.
  'partner_report_row',
  // Our processing of a partner's calls, for staff; the member's result is in `partnerCredits`.
  'partner_event_outcome',
  // When a list was last sent to the member, overwritten by every visit.
  'task_list_view',
  // A hash, and when it was last used: the session beside it says as much.
  'known_device',
  // Whose a destination in `destinations` is, and who named it, by a keyed hash.
  'destination_owner',
  'destination_claimant',
  // Destinations of an earlier version, on their way to `destinations`.
  'destination_backlog',
  // How staff sort open answers, which are in `surveys`, to count them.
  'survey_answer_category',
  // Whether the answers in `surveys` are in counts yet.
  'survey_disclosure',
  // Keyed hashes of open answers, which are in `surveys`.
  'answer_print',
  // What the answers in `surveys` and `profile` came to: which part of the sample.
  'survey_place',
  // What proves on the staff side that it is they: a copy of it would be a second key.
  'member_second_factor',
  'member_recovery_code',
  // Hashes of the links in security mails, which are in `mails`.
  'security_link',
  // What a passkey has to sign: random, and gone after five minutes.
  'member_passkey_challenge',
  // Names another account. The sessions of both are each member's own data.
  'shared_browser',
  // What staff look into: it names other accounts, and would teach farms what gives them away. Holds and pauses are shown.
  'cluster_member',
  'cluster_edge',
  // Finds `referrals` by the friend. Who invited the member is the inviter's data.
  'referral_friend',
])
