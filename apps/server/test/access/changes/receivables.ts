import { randomUUID } from 'node:crypto'
import type { Deps } from '@chuma/core/deps'
import { finance } from '@chuma/core/payouts/testing'
import { issueInvoice } from '@chuma/core/receivables/invoices'
import { bookReceipt } from '@chuma/core/receivables/receipts'
import { importReport } from '@chuma/core/receivables/reports/import-report'
import { givenDebt, insertPaid, monthsAgo } from '@chuma/core/receivables/testing'
import type { Boss, Changes } from './change.ts'

const { day, month } = monthsAgo(1)
const mapping = {
  delimiter: 'comma',
  headerRow: 1,
  transactionId: 'id',
  amount: 'usd',
  amountUnit: 'dollars',
  status: 'status',
  approved: 'paid',
  reversed: 'reversed',
  time: 'time',
  dateFormat: 'YYYY-MM-DD',
} as const
const fileOf = (id: string) => `id,usd,status,time\n${id},4,paid,${day}`

/** What staff change about what partners owe. */
export function receivableChanges(deps: Deps, boss: Boss): Changes {
  const invoice = async () => {
    const { partnerId } = await givenDebt(deps, [[day, 5]])
    return { partnerId, id: (await issueInvoice(deps, finance, { partnerId, month })).id }
  }
  const receipt = async () => {
    const { partnerId } = await invoice()
    const { id } = await bookReceipt(deps, finance, {
      ...payment(partnerId),
      chargeKesCents: 0,
      invoiceIds: [],
    })
    return id
  }
  return {
    'admin.setPaymentDays': async () =>
      boss({ partnerId: (await givenDebt(deps)).partnerId, paymentDays: 45 }),
    'admin.issuePartnerInvoice': async () =>
      boss({ partnerId: (await givenDebt(deps, [[day, 5]])).partnerId, month }),
    'admin.voidPartnerInvoice': async () => boss({ id: (await invoice()).id, reason: 'Wrong month' }),
    'admin.writeOffPartnerInvoice': async () => boss({ id: (await invoice()).id, reason: 'Bankrupt' }),
    'admin.bookPartnerReceipt': async () => boss(payment((await invoice()).partnerId)),
    'admin.cancelPartnerReceipt': async () => boss({ id: await receipt(), reason: 'It bounced' }),
    'admin.importPartnerReport': async () => {
      const { partnerId } = await givenDebt(deps)
      return boss({ partnerId, csv: fileOf('t-1'), mapping })
    },
    'admin.settleReportDifference': async () =>
      boss({ id: await givenDifference(deps), decision: 'explain', note: 'Known' }),
  }
}

/** Reads that need an invoice or a partner. */
export function receivableLooks(deps: Deps): Record<string, () => Promise<object>> {
  const partner = async () => ({ partnerId: (await givenDebt(deps)).partnerId })
  return {
    'admin.getPartnerInvoice': async () => {
      const { partnerId } = await givenDebt(deps, [[day, 5]])
      return { id: (await issueInvoice(deps, finance, { partnerId, month })).id }
    },
    'admin.listPartnerReceipts': partner,
    'admin.getReportMapping': partner,
    'admin.listPartnerReports': partner,
  }
}

const payment = (partnerId: string) => ({
  partnerId,
  reference: `SWIFT ${randomUUID().toUpperCase()}`,
  day,
  amountCents: 500,
  kesCents: 64_500,
})

/** A credit of a member that the partner reports with another amount. */
async function givenDifference(deps: Deps): Promise<string> {
  const { partnerId, memberId } = await givenDebt(deps)
  const transactionId = randomUUID()
  await insertPaid(deps.db, { partnerId, memberId, day, usd: 5, transactionId })
  await importReport(deps, finance, { partnerId, csv: fileOf(transactionId), isDryRun: false, mapping })
  const { rowId } = await deps.db
    .selectFrom('partnerReportRow')
    .select('rowId')
    .where('partnerId', '=', partnerId)
    .executeTakeFirstOrThrow()
  return rowId
}
