import { listDemoCredits } from '@chuma/db/queries/demo'
import type { Deps } from '../deps.ts'
import { addUpReceivables } from '../receivables/add-up-receivables.ts'
import { issueInvoice } from '../receivables/invoices/issue-invoice.ts'
import { listReceivables } from '../receivables/list-receivables.ts'
import { bookReceipt } from '../receivables/receipts/book-receipt.ts'
import { importReport } from '../receivables/reports/import-report.ts'
import { setPaymentDays } from '../receivables/set-payment-days.ts'

const FINANCE = { name: 'staff:finance', address: null }
/** Last month's invoice is issued on the first, due on that day, and overdue on any later one. */
const PAYMENT_DAYS = 1

/** Tell of a partner that paid one month and not the next, and whose report differs from our credits in every way. */
export async function tellReceivables(deps: Deps): Promise<void> {
  await addUpReceivables(deps)
  const { day, months, kesPerUsd } = await listReceivables(deps, { months: 4 })
  const month = (ago: number) =>
    new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1 - ago, 1))
      .toISOString()
      .slice(0, 7)
  const found = months
    .filter((one) => one.month === month(1) && one.canInvoice && one.accruedCents > one.reversedCents)
    .toSorted((one, other) => other.accruedCents - one.accruedCents)
    .find(({ partnerId }) =>
      months.some((one) => one.partnerId === partnerId && one.month === month(2) && one.canInvoice),
    )
  if (!found) return
  const { partnerId } = found
  /** On the morning after the month, unless that is yet to come. */
  const issuedAt = (ago: number) =>
    new Date(Math.min(Date.now(), Date.parse(`${month(ago - 1)}-01T08:00:00+03:00`)))
  await setPaymentDays(deps, FINANCE, { partnerId, paymentDays: PAYMENT_DAYS })
  const paid = await issueInvoice(deps, FINANCE, {
    partnerId,
    month: month(2),
    issuedAt: issuedAt(2),
  }).catch(() => null)
  if (paid) {
    const kesCents = paid.totalCents * kesPerUsd
    await bookReceipt(deps, FINANCE, {
      partnerId,
      reference: 'SWIFT 2048-771',
      day: `${month(1)}-14`,
      amountCents: paid.totalCents,
      kesCents: kesCents - 350_00,
      chargeKesCents: 350_00,
      invoiceIds: [],
    })
  }
  await issueInvoice(deps, FINANCE, { partnerId, month: month(1), issuedAt: issuedAt(1) })
  await tellReport(deps, { partnerId, month: month(1) })
}

/** The partner's report of a few of our credits, with one difference of each kind. */
async function tellReport(deps: Deps, of: { partnerId: string; month: string }): Promise<void> {
  const credits = await listDemoCredits(deps.db, of)
  const paid = credits.filter(({ state }) => state === 'available')
  const [same, less, back, missing] = paid
  const gone = credits.find(({ state }) => state === 'reversed')
  if (!same || !less || !back || !missing) return
  type Said = { transactionId: string; usd: number; at: Date }
  const row = ({ transactionId, usd, at }: Said, status = 'approved') =>
    `${transactionId},${usd},${status},${at.toISOString()}`
  const rows = [
    row(same),
    row({ ...less, usd: Math.round(less.usd * 50) / 100 }),
    row(back, 'reversed'),
    row({ ...same, transactionId: 'tx-unknown-4471' }),
    ...(gone ? [row(gone)] : []),
    row({ ...same, transactionId: 'tx-damaged-9' }, 'on review'),
    // All others agree, so that only one is missing.
    ...paid.slice(4).map((one) => row(one)),
  ]
  await importReport(deps, FINANCE, {
    partnerId: of.partnerId,
    csv: ['Transaction,Payout,Status,Time', ...rows].join('\n'),
    isDryRun: false,
    mapping: {
      delimiter: 'comma',
      headerRow: 1,
      transactionId: 'Transaction',
      amount: 'Payout',
      amountUnit: 'dollars',
      status: 'Status',
      approved: 'approved',
      pending: 'pending',
      reversed: 'reversed',
      time: 'Time',
      dateFormat: 'YYYY-MM-DD',
    },
  })
}
