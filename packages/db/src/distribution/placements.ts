/**
 * Where a table's rows are once the database is distributed over several servers.
 *
 * - `distributed`: grows with members; all rows of a member are together.
 * - `lookup`: grows with members too, and is placed by a value that must be unique. `with`: beside the rows of that table that
 *   have the same value.
 * - `reference`: small and rarely written; every server has all of it.
 * - `local`: the operator's own, on the first server only.
 */
export type Placement =
  | { class: 'distributed'; by: string; with?: string }
  | { class: 'lookup'; by: string; with?: string }
  | { class: 'reference' }
  | { class: 'local' }

const ofMember = { class: 'distributed', by: 'member_id', with: 'member' } as const
const reference = { class: 'reference' } as const
const local = { class: 'local' } as const
const lookup = (by: string) => ({ class: 'lookup', by }) as const

/** Every table of the schema. A test compares it with the migrated database's catalogue. */
export const PLACEMENTS = {
  member: { class: 'distributed', by: 'member_id' },
  wallet: ofMember,
  posting: ofMember,
  sealed_head: ofMember,
  earning_day: ofMember,
  earnings_correction: ofMember,
  withdrawal: ofMember,
  payout_attempt: ofMember,
  withholding: ofMember,
  payout_details: ofMember,
  payout_pause: ofMember,
  premium_grant: ofMember,
  premium_payment: ofMember,
  session: ofMember,
  known_device: ofMember,
  member_second_factor: ofMember,
  member_recovery_code: ofMember,
  member_passkey: ofMember,
  one_time_link: ofMember,
  member_settings: ofMember,
  member_seen: ofMember,
  member_note: ofMember,
  former_email: ofMember,
  survey_attempt: ofMember,
  survey_answer: ofMember,
  daily_login: ofMember,
  spin: ofMember,
  quiz_attempt: ofMember,
  task_list_view: ofMember,
  task_view: ofMember,
  task_proof: ofMember,
  click: ofMember,
  partner_credit: ofMember,
  credit_claim: ofMember,
  referral: ofMember,
  member_referral_code: ofMember,
  payout_destination: ofMember,
  hold: ofMember,
  account_change: ofMember,

  email_owner: lookup('email'),
  payout_number: lookup('mpesa_number'),
  destination_owner: lookup('destination_hash'),
  destination_claimant: lookup('destination_hash'),
  payout_reference: lookup('value'),
  payout_callback_word: lookup('token_hash'),
  payout_callback: lookup('callback_id'),
  payout_callback_outcome: { class: 'lookup', by: 'callback_id', with: 'payout_callback' },
  premium_reference: lookup('value'),
  premium_callback_word: lookup('token_hash'),
  premium_callback: lookup('callback_id'),
  provider_statement_line: lookup('receipt'),
  click_reference: lookup('reference'),
  partner_transaction: lookup('transaction_id'),
  partner_event: lookup('event_id'),
  partner_event_outcome: { class: 'lookup', by: 'event_id', with: 'partner_event' },
  referral_code: lookup('code'),
  // The friend is a member: their inviter is stored beside them.
  referral_friend: { class: 'lookup', by: 'friend_id', with: 'member' },
  mail_delivery: lookup('job_id'),
  // Most callers are members: their keys are beside their wallets.
  call_key: { class: 'lookup', by: 'caller_id', with: 'member' },

  survey: reference,
  task: reference,
  quiz_question: reference,
  partner: reference,
  economy_version: reference,
  provider_statement: reference,
  payout_queue: reference,
  question_count: reference,
  spin_count: reference,
  survey_count: reference,
  task_count: reference,

  staff: local,
  staff_session: local,
  staff_known_device: local,
  staff_second_factor: local,
  staff_recovery_code: local,
  staff_passkey: local,
  staff_passkey_challenge: local,
  member_passkey_challenge: local,
  api_key: local,
  approval_request: local,
  person: local,
  person_member: local,
  applied_function: local,
  audit_entry: local,
  books_check: local,
  books_root: local,
  captured_mail: local,
  contact_message: local,
  contact_reply: local,
  contact_template: local,
  daily_figure: local,
  daily_offer_figure: local,
  figure_day: local,
  page_view: local,
  payout_float: local,
  payout_float_query: local,
  points_total: local,
  product: local,
  provider_token: local,
  reconciliation_difference: local,
  reconciliation_run: local,
  seal: local,
  sealed_entry: local,
  secret_key: local,
  set_up: local,
  set_up_link: local,
  staff_figures: local,
  throttle: local,
  webhook_delivery: local,
  webhook_endpoint: local,
  webhook_event: local,
  work_key: local,
  csp_report: local,
  kysely_migration: local,
  kysely_migration_lock: local,
} satisfies Record<string, Placement>
