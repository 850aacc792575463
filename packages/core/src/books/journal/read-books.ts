import type { ClosePeriodInput, cashForecast, exposure } from '@chuma/contract/books/journal-reports'
import type { Answer } from '@chuma/contract/fields'
import { toCsv, toCsvRows } from '@chuma/contract/to-csv'
import { recordAct } from '@chuma/db/queries/admin/audit'
import { insertPeriod, listJournalLines, listPeriods } from '@chuma/db/queries/books/journal'
import {
  getPaidAndOwed,
  listCash,
  listDuePayouts,
  listPartnerBalances,
  listProfitMonths,
  listProfitOffers,
  listProfitPartners,
} from '@chuma/db/queries/books/journal-points'
import { AppError } from '../../app-error.ts'
import { orAskAnother, passApproval } from '../../approvals/or-ask-another.ts'
import type { StaffActor } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { inTurns } from '../../in-turns.ts'

type Reading = Pick<Deps, 'db'>
type Period = { from: string; to: string }

export async function getProfitAndLoss({ db }: Reading, period: Period) {
  const [months, partners, offers] = await Promise.all([
    listProfitMonths(db, period),
    listProfitPartners(db, period),
    listProfitOffers(db, period),
  ])
  return { months, partners, offers }
}

/**
 * Estimate what members were paid before the partner paid for it. Points of one partner cannot be told from those of another once they are
 * in a wallet, so the part of all points that was paid out counts for each partner's credits that are not paid.
 */
export async function getExposure({ db }: Reading): Promise<Answer<typeof exposure>> {
  const [partners, { paidMinor, owedMinor }] = await Promise.all([
    listPartnerBalances(db),
    getPaidAndOwed(db),
  ])
  const paidOutShare = paidMinor > 0 ? paidMinor / (paidMinor + Math.max(0, owedMinor)) : 0
  return {
    paidOutShare,
    partners: partners.map((partner) => {
      const { accruedUsdMinor, owedUsdMinor, rewardsMinor } = partner
      const unpaid = accruedUsdMinor > 0 ? Math.min(1, Math.max(0, owedUsdMinor / accruedUsdMinor)) : 0
      return { ...partner, exposureMinor: Math.round(Math.max(0, rewardsMinor) * unpaid * paidOutShare) }
    }),
  }
}

/** Lay what can be paid on each day against what the accounts hold. The clearing account is no money yet. */
export async function getCashForecast({ db }: Reading): Promise<Answer<typeof cashForecast>> {
  const [accounts, due, partners] = await Promise.all([
    listCash(db),
    listDuePayouts(db),
    listPartnerBalances(db),
  ])
  let leftMinor = accounts.reduce(
    (sum, { account, minor }) => (account === 'cash-clearing' ? sum : sum + minor),
    0,
  )
  const days = due.map((day) => {
    leftMinor -= day.payoutMinor
    return { ...day, leftMinor }
  })
  const expectedMinor = partners.reduce((sum, { owedMinor }) => sum + Math.max(0, owedMinor), 0)
  return { accounts, days, expectedMinor }
}

/**
 * For finance and owners: close a month of the books, with the approval of a second person. Months close in order, once they are over, and
 * are never opened again: the database takes no entry into a closed month.
 * @throws AppError PERIOD_STATE if another month is next, APPROVAL_PENDING
 */
export async function closePeriod(deps: Deps, staff: StaffActor, input: ClosePeriodInput) {
  const { month, reason } = input
  return orAskAnother(deps, staff, (deps) =>
    deps.db.transaction().execute(async (trx) => {
      const periods = await listPeriods(trx)
      const next = periods.find(({ isNext }) => isNext)
      if (next?.month !== month) throw new AppError('PERIOD_STATE')
      const lastClosed = periods.find(({ closedAt }) => closedAt !== null)?.month ?? null
      const acts = await passApproval(
        trx,
        {
          kind: 'close-period',
          subject: `period:${month}`,
          payload: input,
          before: { lastClosed },
          after: { lastClosed: month },
          amountKes: null,
          reason,
        },
        { staff, isAboveLimit: async () => true },
      )
      await insertPeriod(trx, { month, closedBy: staff.name, approvedBy: acts.approvedBy ?? 'system' })
      await recordAct(trx, staff, {
        action: 'period.closed',
        subject: `period:${month}`,
        before: { lastClosed },
        after: { lastClosed: month, ...acts },
        reason,
      })
      const closed = (await listPeriods(trx)).find((period) => period.month === month)
      if (!closed) throw new Error('a closed month is listed')
      return closed
    }),
  )
}

const PAGE = 5000
/** The maximum of one file; anyone who needs more exports month by month. */
const MAX_LINES = 100_000
const HEADER = ['Date', 'Reference', 'Account number', 'Account name', 'Debit', 'Credit', 'Currency', 'Memo']

/** Export the general journal as accountants import it: one row for each line, in the order of booking, at most 100,000 rows. */
export async function exportJournal({ db }: Pick<Deps, 'db'>, period: { from: string; to: string }) {
  const pieces = [toCsv(HEADER, [])]
  let after: Line | undefined
  for (let count = 0; count < MAX_LINES; count += PAGE) {
    const page = await listJournalLines(db, period, { after, limit: PAGE })
    for await (const some of inTurns(page)) pieces.push(toCsvRows(some.map(toCells)))
    if (page.length < PAGE) break
    after = page.at(-1)
  }
  return pieces.join('')
}

type Line = Awaited<ReturnType<typeof listJournalLines>>[number]

const toCells = ({ day, entryId, number, name, minor, currency, description }: Line) => [
  day,
  `J${entryId}`,
  number,
  name,
  minor > 0 ? write(minor) : null,
  minor < 0 ? write(-minor) : null,
  currency,
  description,
]

const write = (minor: number) => `${Math.floor(minor / 100)}.${String(minor % 100).padStart(2, '0')}`
