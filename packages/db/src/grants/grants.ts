import { sql } from 'kysely'
import type { Db } from '../client.ts'

const READ = 'select'
/** Rows that are final. */
const ADD = 'select, insert'
/** Rows that are never removed. */
const CHANGE = 'select, insert, update'
const ALL = 'select, insert, update, delete'

/**
 * What the server's role may do with each table. It owns nothing, so it can neither alter a table nor disable a trigger, and has
 * no right to TRUNCATE. Wallets, days and totals change inside the functions that post, which run as their owner. Applied by
 * every migration; a test compares the list with the tables.
 */
export const GRANTS: Readonly<Record<string, string>> = {
  member: CHANGE,
  // FOR UPDATE needs the right to change a column. Nobody can change this one: it is generated.
  wallet: 'select, insert, update (available_level)',
  posting: ADD,
  sealed_head: ADD,
  earning_day: READ,
  earnings_correction: 'select, insert, update (reason)',
  withdrawal: CHANGE,
  payout_attempt: CHANGE,
  payout_correction: ADD,
  payout_decision: CHANGE,
  withholding_reversal: ADD,
  withholding: ADD,
  tax_part: ADD,
  member_tax: ALL,
  payout_details: ALL,
  payout_pause: ALL,
  premium_grant: CHANGE,
  premium_payment: CHANGE,
  session: ALL,
  one_time_link: ALL,
  member_settings: ALL,
  member_terms: ALL,
  member_second_factor: ALL,
  member_recovery_code: ALL,
  member_passkey: ALL,
  member_seen: ALL,
  member_note: ALL,
  former_email: ALL,
  survey_attempt: ALL,
  survey_answer: ALL,
  survey_answer_category: ALL,
  survey_review: CHANGE,
  survey_place: CHANGE,
  survey_trait: ALL,
  survey_disclosure: 'select, insert, delete',
  profile_answer: ALL,
  profile_choice: ALL,
  profile_flag: ALL,
  answer_print: ALL,
  daily_login: ALL,
  spin: ALL,
  quiz_attempt: ALL,
  task_list_view: ALL,
  task_view: ALL,
  task_proof: ALL,
  click: ALL,
  partner_credit: ALL,
  credit_claim: ALL,
  referral: ALL,
  member_referral_code: ALL,
  email_owner: ALL,
  payout_destination: ALL,
  destination_backlog: ALL,
  destination_owner: ALL,
  destination_claimant: ALL,
  hold: ALL,
  account_change: ALL,
  member_mailbox: ALL,
  shared_browser: ALL,
  shared_phone: ALL,
  cluster: CHANGE,
  cluster_member: ALL,
  cluster_edge: ALL,
  cluster_search: ALL,
  erased_print: ALL,
  email_move: ALL,
  security_link: ALL,
  destination_code: ALL,
  sms_delivery: ALL,
  payout_reference: ALL,
  payout_receipt: ADD,
  payout_callback_word: ALL,
  payout_callback: CHANGE,
  payout_callback_outcome: CHANGE,
  premium_reference: ALL,
  premium_callback_word: ALL,
  premium_callback: CHANGE,
  statement_row: ADD,
  statement_entry: ADD,
  statement_claim: ALL,
  statement_evidence: ADD,
  click_reference: ALL,
  partner_transaction: ALL,
  partner_day: 'select, insert, update',
  // Only how a request is stored may change (guard_partner_event).
  partner_event: 'select, insert, update (target, headers, body, sealed)',
  partner_event_outcome: ALL,
  referral_code: ALL,
  referral_friend: ALL,
  mail_delivery: ALL,
  call_key: ALL,
  survey: ALL,
  questionnaire_draft: ALL,
  questionnaire_version: ADD,
  survey_eligibility: ALL,
  survey_category: CHANGE,
  survey_delivery: ADD,
  task: ALL,
  quiz_question: ALL,
  partner: ALL,
  economy_version: ADD,
  provider_statement: ADD,
  statement_mapping: ADD,
  bank_batch: ADD,
  bank_batch_row: CHANGE,
  bank_batch_step: ADD,
  tax_class: ADD,
  // Only the envelope may change (guard_tax_file).
  tax_file: 'select, insert, update (content)',
  tax_remittance: ADD,
  statement_desk: ALL,
  payout_queue: ALL,
  automatic_payout_switch: CHANGE,
  question_count: ALL,
  spin_count: ALL,
  survey_count: ALL,
  survey_measure: ALL,
  survey_quota: CHANGE,
  survey_cell: ALL,
  task_count: ALL,
  staff: CHANGE,
  staff_session: ALL,
  staff_second_factor: ALL,
  staff_recovery_code: ALL,
  api_key: CHANGE,
  approval_request: CHANGE,
  person: ADD,
  person_member: ALL,
  known_device: ALL,
  staff_known_device: ALL,
  staff_passkey: ALL,
  staff_passkey_challenge: ALL,
  member_passkey_challenge: ALL,
  work_key: READ,
  csp_report: ALL,
  secret_key: ALL,
  schema_floor: READ,
  applied_function: READ,
  alarm: CHANGE,
  document_series: CHANGE,
  client_organisation: CHANGE,
  client_user: CHANGE,
  client_survey: ADD,
  client_link: CHANGE,
  client_session: ALL,
  client_second_factor: ALL,
  client_recovery_code: ALL,
  client_comment: ADD,
  client_dataset: ADD,
  client_account: CHANGE,
  client_order: ADD,
  // Only what was decided may change.
  client_dispute: 'select, insert, update (state, answer, decided_by, decided_at)',
  // Only their end may change.
  client_quote: 'select, insert, update (accepted_at, accepted_by, withdrawn_at, withdrawn_by)',
  client_place: CHANGE,
  client_step: ALL,
  client_day: CHANGE,
  client_receipt: ADD,
  partner_account: CHANGE,
  partner_account_day: CHANGE,
  partner_accrual: ALL,
  partner_allocation: ADD,
  // Only their states may change (guard_partner_document).
  partner_invoice: 'select, insert, update (state, reason, written_off_cents)',
  partner_invoice_line: ADD,
  partner_receipt: 'select, insert, update (state, reason)',
  partner_report: ADD,
  partner_report_row: CHANGE,
  audit_entry: 'select, insert, update (before, after, reason, address)',
  accounting_period: ADD,
  books_check: ADD,
  books_root: ADD,
  captured_mail: ALL,
  contact_message: ALL,
  contact_reply: ALL,
  contact_template: ALL,
  daily_figure: ALL,
  daily_offer_figure: ALL,
  figure_day: ALL,
  page_view: ALL,
  payout_float: ALL,
  payout_float_query: ALL,
  points_total: READ,
  product: ALL,
  provider_token: ALL,
  reconciliation_difference: ALL,
  reconciliation_run: ALL,
  seal: ADD,
  sealed_entry: ADD,
  set_up: ALL,
  sms_day: ALL,
  set_up_link: ALL,
  staff_figures: ALL,
  throttle: ALL,
  webhook_delivery: ALL,
  webhook_endpoint: ALL,
  webhook_event: ALL,
  journal_account: READ,
  // Lines and days are written by the trigger on entries, which runs as its owner.
  journal_entry: ADD,
  journal_line: READ,
  journal_day: READ,
  journal_points_day: ADD,
  journal_offer_day: ADD,
  kysely_migration: READ,
  kysely_migration_lock: READ,
}

/**
 * Give the server's role exactly the rights of `GRANTS`. As the owner, in one transaction, so that a serving process never
 * lacks one.
 */
export function applyGrants(db: Db, role: string): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const to = sql.id(role)
    await sql`revoke all on all tables in schema public from ${to}`.execute(trx)
    await sql`grant usage on schema public to ${to}`.execute(trx)
    for (const [table, rights] of Object.entries(GRANTS))
      await sql`grant ${sql.raw(rights)} on ${sql.table(table)} to ${to}`.execute(trx)
    await keepDefinersPrivate(trx)
  })
}

/** The job library's own tables. Its partitions and functions come and go with its queues. */
export async function applyJobGrants(db: Db, role: string): Promise<void> {
  const to = sql.id(role)
  await sql`grant usage on schema pgboss to ${to}`.execute(db)
  await sql`grant select, insert, update, delete on all tables in schema pgboss to ${to}`.execute(db)
  await sql`grant usage on all sequences in schema pgboss to ${to}`.execute(db)
  await sql`grant execute on all functions in schema pgboss to ${to}`.execute(db)
}

/**
 * A trigger's function that runs as its owner could be attached to a table of the attacker's own, with rows of their own. Firing
 * a trigger needs no right to call its function; creating one does.
 */
async function keepDefinersPrivate(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select oid::regprocedure::text as name from pg_proc
    where prosecdef and pronamespace = 'public'::regnamespace
  `.execute(db)
  for (const { name } of rows) await sql`revoke execute on function ${sql.raw(name)} from public`.execute(db)
}
