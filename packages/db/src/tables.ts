/**
 * Where a table's rows are once the database is distributed over several servers.
 *
 * - `distributed`: grows with members; all rows of a member are together.
 * - `lookup`: grows with members too. Its key is a value that must be unique. `with`: on the server of that table's rows that
 *   have the same value.
 * - `reference`: small and rarely written; every server has all of it.
 * - `local`: the operator's own, on the first server only.
 */
export type Placement =
  | { class: 'distributed'; by: string; with?: string }
  | { class: 'lookup'; by: string; with?: string }
  | { class: 'reference' }
  | { class: 'local' }

/**
 * What triggers refuse the owner too: the ledger, the books, their seals and the audit log.
 *
 * - `final`: a row never changes and is never removed.
 * - `kept`: TRUNCATE, which would bypass the table's own guards of single rows.
 */
type Guard = 'final' | 'kept'

type Table = {
  /** What the server's role may do. */
  rights: string
  placement: Placement
  guard?: Guard
}

const READ = 'select'
/** Rows that are final. */
const ADD = 'select, insert'
/** Rows that are never removed. */
const CHANGE = 'select, insert, update'
const ALL = 'select, insert, update, delete'

const ofMember: Placement = { class: 'distributed', by: 'member_id', with: 'member' }
const reference: Placement = { class: 'reference' }
const local: Placement = { class: 'local' }
const lookup = (by: string, near?: string): Placement =>
  near === undefined ? { class: 'lookup', by } : { class: 'lookup', by, with: near }

function table(rights: string, placement: Placement, guard?: Guard): Table {
  return guard === undefined ? { rights, placement } : { rights, placement, guard }
}

/**
 * Every table of the schema and the facts about it. The rights of the server's role, the triggers that refuse every change, and
 * `infra/citus.sql` are generated from this list; tests compare it with the catalogue of a migrated database.
 */
export const TABLES: Readonly<Record<string, Table>> = {
  // auth
  member: table(CHANGE, { class: 'distributed', by: 'member_id' }),
  email_owner: table(ALL, lookup('email')),
  session: table(ALL, ofMember),
  known_device: table(ALL, ofMember),
  one_time_link: table(ALL, ofMember),
  member_second_factor: table(ALL, ofMember),
  member_recovery_code: table(ALL, ofMember),
  member_passkey: table(ALL, ofMember),
  member_passkey_challenge: table(ALL, local),
  shared_browser: table(ALL, ofMember),
  // Most callers are members: their keys are on the server of their wallets.
  call_key: table(ALL, lookup('caller_id', 'member')),
  throttle: table(ALL, local),

  // account
  member_settings: table(ALL, ofMember),
  member_terms: table(ALL, ofMember),
  member_seen: table(ALL, ofMember),
  member_note: table(ALL, ofMember),
  former_email: table(ALL, ofMember),
  email_move: table(ALL, ofMember),
  security_link: table(ALL, ofMember),
  account_change: table(ALL, ofMember),
  member_mailbox: table(ALL, lookup('mailbox_hash')),
  shared_phone: table(ALL, ofMember),
  erased_print: table(ALL, lookup('print_hash')),

  // inbox
  captured_mail: table(ALL, local),
  mail_delivery: table(ALL, lookup('job_id')),
  sms_delivery: table(ALL, ofMember),
  sms_day: table(ALL, local),
  contact_message: table(ALL, local),
  contact_reply: table(ALL, local),
  contact_template: table(ALL, local),

  // webhooks
  webhook_endpoint: table(ALL, local),
  webhook_event: table(ALL, local),
  webhook_delivery: table(ALL, local),

  // wallet
  // FOR UPDATE needs the right to change a column. Nobody can change this one: it is generated.
  wallet: table('select, insert, update (available_level)', ofMember, 'kept'),
  posting: table(ADD, ofMember, 'final'),
  earning_day: table(READ, ofMember),
  earnings_correction: table('select, insert, update (reason)', ofMember, 'kept'),
  withdrawal: table(CHANGE, ofMember),
  payout_details: table(ALL, ofMember),
  payout_destination: table(ALL, ofMember),
  destination_owner: table(ALL, lookup('destination_hash')),
  destination_claimant: table(ALL, lookup('destination_hash')),
  destination_backlog: table(ALL, ofMember),
  destination_code: table(ALL, ofMember),

  // profile
  profile_answer: table(ALL, ofMember),
  profile_choice: table(ALL, ofMember),
  profile_flag: table(ALL, ofMember),

  // tasks
  daily_login: table(ALL, ofMember),
  spin: table(ALL, ofMember),
  count_mark: table(CHANGE, reference),
  spin_count: table(ALL, reference),
  quiz_question: table(ALL, reference),
  quiz_attempt: table(ALL, ofMember),
  question_count: table(ALL, reference),
  task: table(ALL, reference),
  task_list_view: table(ALL, ofMember),
  task_view: table(ALL, ofMember),
  task_proof: table(ALL, ofMember),
  task_count: table(ALL, reference),

  // surveys
  survey: table(ALL, reference),
  survey_count: table(ALL, reference),
  survey_eligibility: table(ALL, reference),
  survey_measure: table(ALL, reference),
  questionnaire_draft: table(ALL, reference),
  questionnaire_version: table(ADD, reference),
  survey_attempt: table(ALL, ofMember),
  survey_answer: table(ALL, ofMember),
  survey_trait: table(ALL, ofMember),
  survey_category: table(CHANGE, reference),
  survey_answer_category: table(ALL, ofMember),
  survey_review: table(CHANGE, ofMember),
  survey_quota: table(CHANGE, reference),
  survey_cell: table(ALL, reference),
  survey_place: table(CHANGE, ofMember),
  survey_delivery: table(ADD, reference),
  survey_disclosure: table('select, insert, delete', ofMember),
  answer_print: table(ALL, lookup('hash')),

  // partners
  partner: table(ALL, reference),
  partner_day: table('select, insert, update', lookup('partner_id')),
  click: table(ALL, ofMember),
  click_reference: table(ALL, lookup('reference')),
  // Only how a request is stored may change (guard_partner_event).
  partner_event: table('select, insert, update (target, headers, body, sealed)', lookup('event_id')),
  partner_event_outcome: table(ALL, lookup('event_id', 'partner_event')),
  partner_transaction: table(ALL, lookup('transaction_id')),
  partner_credit: table(ALL, ofMember),
  credit_claim: table(ALL, ofMember),

  // premium
  premium_grant: table(CHANGE, ofMember),
  premium_payment: table(CHANGE, ofMember),
  premium_reference: table(ALL, lookup('value')),
  premium_callback: table(CHANGE, lookup('callback_id')),
  premium_callback_word: table(ALL, lookup('token_hash')),

  // referral
  referral_code: table(ALL, lookup('code')),
  member_referral_code: table(ALL, ofMember),
  referral: table(ALL, ofMember),
  // The friend is a member: their inviter is stored with them.
  referral_friend: table(ALL, lookup('friend_id', 'member')),

  // payouts
  payout_queue: table(ALL, reference),
  payout_attempt: table(CHANGE, ofMember),
  payout_reference: table(ALL, lookup('value')),
  payout_receipt: table(ADD, lookup('receipt')),
  payout_correction: table(ADD, ofMember),
  payout_decision: table(CHANGE, ofMember),
  automatic_payout_switch: table(CHANGE, reference),
  payout_callback: table(CHANGE, lookup('callback_id')),
  payout_callback_word: table(ALL, lookup('token_hash')),
  payout_callback_outcome: table(CHANGE, lookup('callback_id', 'payout_callback')),
  payout_float: table(ALL, local),
  payout_float_query: table(ALL, local),
  provider_token: table(ALL, local),
  payout_pause: table(ALL, ofMember),
  hold: table(ALL, ofMember),
  cluster: table(CHANGE, local),
  cluster_member: table(ALL, ofMember),
  cluster_edge: table(ALL, local),
  cluster_search: table(ALL, local),
  bank_batch: table(ADD, reference),
  bank_batch_row: table(CHANGE, reference),
  bank_batch_step: table(ADD, reference),

  // books
  journal_account: table(READ, local, 'final'),
  // Lines and days are written by the trigger on entries, which runs as its owner.
  journal_entry: table(ADD, local, 'final'),
  journal_line: table(READ, local, 'final'),
  journal_day: table(READ, local, 'kept'),
  journal_points_day: table(ADD, local, 'final'),
  journal_offer_day: table(ADD, local, 'final'),
  accounting_period: table(ADD, local, 'final'),
  provider_statement: table(ADD, reference),
  statement_mapping: table(ADD, reference),
  statement_row: table(ADD, lookup('row_id')),
  statement_entry: table(ADD, lookup('row_id', 'statement_row')),
  statement_claim: table(ALL, lookup('subject')),
  statement_desk: table(ALL, lookup('row_id', 'statement_row')),
  statement_evidence: table(ADD, lookup('row_id', 'statement_row')),
  reconciliation_run: table(ALL, local),
  reconciliation_difference: table(ALL, local),
  withholding: table(ADD, ofMember),
  withholding_reversal: table(ADD, ofMember),
  tax_class: table(ADD, reference),
  tax_part: table(ADD, ofMember),
  member_tax: table(ALL, ofMember),
  // Only the envelope may change (guard_tax_file).
  tax_file: table('select, insert, update (content)', reference),
  tax_remittance: table(ADD, reference),
  seal: table(ADD, local, 'final'),
  sealed_head: table(ADD, ofMember, 'final'),
  sealed_entry: table(ADD, local, 'final'),
  books_check: table(ADD, local),
  books_root: table(ADD, local, 'final'),

  // receivables
  document_series: table(CHANGE, local),
  partner_account: table(CHANGE, local),
  partner_account_day: table(CHANGE, local),
  partner_accrual: table(ALL, local),
  // Everything else stays as it was issued and booked.
  partner_invoice: table('select, insert, update (state, reason, written_off_cents)', local),
  partner_invoice_line: table(ADD, local),
  partner_receipt: table('select, insert, update (state, reason)', local),
  partner_allocation: table(ADD, local),
  partner_report: table(ADD, local),
  partner_report_row: table(CHANGE, local),

  // clients
  client_organisation: table(CHANGE, local),
  client_user: table(CHANGE, local),
  client_session: table(ALL, local),
  client_second_factor: table(ALL, local),
  client_recovery_code: table(ALL, local),
  client_link: table(CHANGE, local),
  client_survey: table(ADD, local),
  client_comment: table(ADD, local),
  client_dataset: table(ADD, local),
  client_account: table(CHANGE, local),
  client_order: table(ADD, local),
  // Only their end may change.
  client_quote: table('select, insert, update (accepted_at, accepted_by, withdrawn_at, withdrawn_by)', local),
  // Only what was decided may change.
  client_dispute: table('select, insert, update (state, answer, decided_by, decided_at)', local),
  client_place: table(CHANGE, ofMember),
  client_step: table(ALL, local),
  client_day: table(CHANGE, local),
  client_receipt: table(ADD, local),
  sign_off_link: table(ALL, local),
  sign_off_comment: table(ALL, local),
  test_answer: table(ALL, local),

  // admin
  person: table(ADD, local),
  person_member: table(ALL, local),
  staff: table(CHANGE, local),
  staff_session: table(ALL, local),
  staff_known_device: table(ALL, local),
  staff_second_factor: table(ALL, local),
  staff_recovery_code: table(ALL, local),
  staff_passkey: table(ALL, local),
  staff_passkey_challenge: table(ALL, local),
  api_key: table(CHANGE, local),
  approval_request: table(CHANGE, local),
  audit_entry: table('select, insert, update (before, after, reason, address)', local, 'kept'),
  economy_version: table(ADD, reference),
  product: table(ALL, local),
  set_up: table(ALL, local),
  set_up_link: table(ALL, local),
  staff_figures: table(ALL, local),
  figure_day: table(ALL, local),
  daily_figure: table(ALL, local),
  daily_offer_figure: table(ALL, local),
  page_view: table(ALL, local),
  alarm: table(CHANGE, local),
  csp_report: table(ALL, local),
  secret_key: table(ALL, local),
  schema_floor: table(READ, local),
  applied_function: table(READ, local),
  kysely_migration: table(READ, local),
  kysely_migration_lock: table(READ, local),
}
