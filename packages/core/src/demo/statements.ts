import type { BankMapping } from '@chuma/contract/books/statements'
import { listDifferences } from '@chuma/db/queries/books/reconciliation'
import { type DemoPayment, listDemoPayments } from '@chuma/db/queries/demo'
import { bookTopUps } from '@chuma/db/seed-story/write-story-journal'
import { reconcileAgain, resolveDifference } from '../books/reconciliation.ts'
import { importStatement } from '../books/statements/import-statement.ts'
import type { Deps } from '../deps.ts'
import { FINANCE } from './members.ts'
import story from './story/story.json' with { type: 'json' }
import { createCalendar, DAY, HOUR, later, STORY_DAYS } from './story/world.ts'

const DAY_MS = 24 * 3_600_000
const MAPPING: BankMapping = {
  ...{ delimiter: 'comma', headerRow: 1, dateFormat: 'YYYY-MM-DD' },
  ...{ date: 'Date', amount: 'Amount', reference: 'Reference' },
}

/**
 * Import the statements of every payment that the story tells of, M-Pesa's of each week and the bank's of each month, compare every
 * finished day, and explain what differs.
 */
export async function tellStatements(deps: Deps): Promise<void> {
  const calendar = createCalendar(new Date())
  const days = Array.from({ length: STORY_DAYS - 1 }, (_, at) =>
    calendar.dayOf(calendar.at(at + 1, 12 * HOUR)),
  )
  await deps.db.transaction().execute((trx) => reconcileAgain(trx, days, 'system'))
  const payments = await listDemoPayments(deps.db)
  const ofRail = (rail: DemoPayment['rail']) => payments.filter((payment) => payment.rail === rail)
  const weeks = Map.groupBy(ofRail('mpesa'), ({ day }) => mondayOf(day))
  const thisMonday = mondayOf(calendar.dayOf(calendar.now))
  const finished = [...weeks].filter(([monday]) => monday < thisMonday)
  let balanceKes = 150_000
  for (const [index, [monday, paid]] of finished.entries()) {
    const rows = listWeek({ monday, paid, weeksLeft: finished.length - 1 - index })
    const lines = rows.map((row) => {
      balanceKes += (row.status ?? 'Completed') === 'Completed' ? row.kes : 0
      return writeRow(row, balanceKes)
    })
    await importStatement(deps, FINANCE, { csv: [HEAD, ...lines].join('\n'), isDryRun: false })
  }
  // A statement has at most 31 days.
  for (const month of Map.groupBy(ofRail('bank'), ({ day }) => day.slice(0, 7)).values()) {
    const rows = month.map(({ day, receipt, kes }) => `${day},${receipt},${kes}.00`)
    const csv = ['Date,Reference,Amount', ...rows].join('\n')
    const bank = { name: 'KCB 4417', mapping: MAPPING }
    await importStatement(deps, FINANCE, { csv, isDryRun: false, bank })
  }
  await deps.db.transaction().execute(bookTopUps)
  for (const { id, kind } of await listDifferences(deps.db, { state: 'open', limit: 200 })) {
    const note = kind === 'unresolved' ? 'Safaricom has been asked, ticket INC-48377.' : STRAY
    await resolveDifference(deps, FINANCE, { id, note })
  }
}

const STRAY = 'Paid from the portal to a member whose phone was stolen. Recorded as support costs.'

const mondayOf = (day: string) => {
  const moment = Date.parse(day)
  return new Date(moment - ((new Date(moment).getUTCDay() + 6) % 7) * DAY_MS).toISOString().slice(0, 10)
}

type Row = {
  at: Date
  receipt: string
  kes: number
  details: string
  numberEnd?: string | null
  status?: string
  linked?: string
}
type Week = { monday: string; paid: readonly DemoPayment[]; weeksLeft: number }

/** What M-Pesa's statement of a week has: payouts with their charges, premium, a top-up, and what waits on the desk. */
function listWeek({ monday, paid, weeksLeft }: Week): Row[] {
  const at = (day: number, minutes: number) =>
    later(new Date(`${monday}T00:00:00+03:00`), day * DAY + minutes)
  const rows: Row[] = paid.flatMap(({ at: paidAt, receipt, kes, numberEnd }) => {
    if (kes > 0) return [{ at: paidAt, receipt, kes, details: 'Pay Bill Online' }]
    const charge = kes < -5000 ? -13 : kes < -1000 ? -9 : -5
    const payout = { at: paidAt, receipt, numberEnd, details: 'Business Payment' }
    return [
      { ...payout, kes },
      { ...payout, kes: charge, details: 'Business Payment Charge' },
    ]
  })
  // What differs from our books in the last weeks. Twice, staff paid from the portal, outside the product.
  for (const { day, minutes, ...row } of story.oddStatementRows.filter((odd) => odd.weeksLeft === weeksLeft))
    rows.push({ ...row, at: at(day, minutes) })
  const returned = weeksLeft === 0 && paid.findLast(({ kes }) => kes < 0)
  if (returned) {
    const linked = { details: 'Business Payment Reversal', linked: returned.receipt }
    rows.push({ ...linked, at: later(returned.at, 95), receipt: 'TKF5RETURN', kes: -returned.kes })
  }
  const spent = rows.reduce((sum, { kes }) => sum - Math.min(0, kes), 0)
  rows.push({
    // Before the first payment of the week, so that the money is there.
    at: later(paid[0]?.at ?? at(0, 485), -65),
    receipt: `TOPUP${monday.replaceAll('-', '')}`,
    kes: Math.ceil(spent / 10_000) * 10_000,
    details: 'Organization Settlement Account deposit from bank',
  })
  return rows.toSorted((a, b) => a.at.getTime() - b.at.getTime())
}

const HEAD =
  'Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,Balance,Phone Number,Linked Transaction ID'

function writeRow(
  { at, receipt, kes, details, numberEnd, status = 'Completed', linked = '' }: Row,
  balanceKes: number,
) {
  const moment = new Date(at.getTime() + 3 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
  const amounts = [kes > 0 ? kes : '', kes > 0 ? '' : kes, balanceKes]
  return [receipt, moment, details, status, ...amounts, numberEnd ?? '', linked].join(',')
}
