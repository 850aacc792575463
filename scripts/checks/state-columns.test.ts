import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listFiles } from './list-files.ts'

type Guarded = {
  table: string
  columns: string[]
  /** The one query that writes them, and the one file that calls it. */
  query: string
  movedBy: string
}

const guarded: Guarded[] = [
  {
    table: 'withdrawal',
    columns: ['status', 'payout_state'],
    query: 'withdrawalsUpdate',
    movedBy: 'packages/core/src/payouts/move-payout.ts',
  },
  {
    table: 'payout_attempt',
    columns: ['state'],
    query: 'attemptUpdate',
    movedBy: 'packages/core/src/payouts/move-payout.ts',
  },
  {
    table: 'cluster',
    columns: ['state'],
    query: 'updateClusterState',
    movedBy: 'packages/core/src/payouts/clusters/clusters.ts',
  },
  {
    table: 'partner_credit',
    columns: ['state'],
    query: 'updateCreditState',
    movedBy: 'packages/core/src/partners/credits.ts',
  },
  {
    table: 'partner_invoice',
    columns: ['state'],
    query: 'updateInvoiceState',
    movedBy: 'packages/core/src/receivables/invoices.ts',
  },
  {
    table: 'partner_receipt',
    columns: ['state'],
    query: 'updateReceiptState',
    movedBy: 'packages/core/src/receivables/receipts.ts',
  },
  {
    table: 'partner_report_row',
    columns: ['state'],
    query: 'updateDifferenceState',
    movedBy: 'packages/core/src/receivables/reports/read-report.ts',
  },
  {
    table: 'credit_claim',
    columns: ['state'],
    query: 'updateClaimState',
    movedBy: 'packages/core/src/partners/claims.ts',
  },
  {
    table: 'task_proof',
    columns: ['state'],
    query: 'updateProofState',
    movedBy: 'packages/core/src/tasks/proofs.ts',
  },
  {
    table: 'survey_review',
    columns: ['state'],
    query: 'updateReviewState',
    movedBy: 'packages/core/src/surveys/reviews.ts',
  },
  {
    table: 'premium_payment',
    columns: ['state'],
    query: 'updatePaymentState',
    movedBy: 'packages/core/src/premium/payments.ts',
  },
  {
    table: 'mail_delivery',
    columns: ['state'],
    query: 'updateMailState',
    movedBy: 'packages/core/src/inbox/mails.ts',
  },
  {
    table: 'sms_delivery',
    columns: ['state'],
    query: 'updateTextState',
    movedBy: 'packages/core/src/inbox/texts/sms.ts',
  },
  {
    table: 'webhook_delivery',
    columns: ['state'],
    query: 'updateDeliveryStates',
    movedBy: 'packages/core/src/webhooks/endpoints.ts',
  },
  {
    table: 'approval_request',
    columns: ['state'],
    query: 'updateApprovalState',
    movedBy: 'packages/core/src/approvals/transitions.ts',
  },
]

const root = join(import.meta.dirname, '../..')
const sources = ['packages', 'apps', 'scripts']
  .flatMap(listFiles)
  .filter((path) => /\.(ts|tsx|mjs|sql)$/.test(path) && !/test\.tsx?$|testing\.ts$|\/test\//.test(path))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))

/** Each `update` of the table in SQL that sets one of the columns. The query builder's do not compile (state-columns.ts). */
function findSqlUpdates({ table, columns }: Guarded, text: string): string[] {
  const updates = text.matchAll(new RegExp(`\\bupdate\\s+${table}\\b[^;\`]*?\\bset\\b([^;\`]*)`, 'gi'))
  const assigns = new RegExp(`\\b(?:${columns.join('|')})\\s*=(?!=)`)
  return [...updates]
    .map(([, changes = '']) => changes.split(/\bwhere\b/)[0] ?? '')
    .filter((it) => assigns.test(it))
}

const callsOf = (name: string, text: string) => text.match(new RegExp(`\\b${name}\\(`, 'g'))?.length ?? 0

test.each(guarded)('no SQL sets the state of a $table past its machine', (one) => {
  expect(sources.filter(({ text }) => findSqlUpdates(one, text).length > 0).map(({ path }) => path)).toEqual(
    [],
  )
})

test.each(guarded)('the state of a $table is moved by one function', ({ query, movedBy }) => {
  const callers = sources.filter(
    ({ path, text }) => path.startsWith('packages/core/') && callsOf(query, text) > 0,
  )
  expect(callers.map(({ path }) => path)).toEqual([movedBy])
  expect(callers.map(({ text }) => callsOf(query, text))).toEqual([1])
})

test('no other query passes the types that keep states from being updated', () => {
  const passes = sources.reduce((sum, { text }) => sum + callsOf('movedTo', text), 0)
  const own = 1
  expect(passes - own).toBe(guarded.flatMap(({ columns }) => columns).length)
})

test('an update of a state would be found, and one of something else is not', () => {
  const [withdrawal, attempt] = guarded as [Guarded, Guarded]
  expect(
    findSqlUpdates(withdrawal, "sql`update withdrawal w set receipt = 'R', status = 'paid' where x`"),
  ).toHaveLength(1)
  expect(
    findSqlUpdates(withdrawal, "update withdrawal set mpesa_number = 'erased' where status = 'paid'"),
  ).toEqual([])
  expect(findSqlUpdates(attempt, "update payout_attempt set state = 'paid'")).toHaveLength(1)
  expect(findSqlUpdates(attempt, "update partner_credit set state = 'paid'")).toEqual([])
})
