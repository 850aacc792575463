import type { Answer } from '@chuma/contract/fields'
import { toCsv, toCsvRows } from '@chuma/contract/to-csv'
import type { GetStatementInput, statement } from '@chuma/contract/wallet/statements'
import type { activity, WalletTerms, WithdrawalMethod } from '@chuma/contract/wallet/wallet'
import {
  getOpeningPoints,
  getStatementPaid,
  getStatementPeriod,
  listStatementLines,
  listStatementWithdrawals,
} from '@chuma/db/queries/wallet/statements'
import { listActivity } from '@chuma/db/queries/wallet/wallet'
import { deletePayoutDetails } from '@chuma/db/queries/wallet/withdrawals'
import { invalidField } from '../app-error.ts'
import { requireMember } from '../auth/sessions.ts'
import type { Caller, SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { isReferralOpen } from '../economy.ts'
import { type Stream, watch } from '../live/watch.ts'
import { type Notice, notice } from '../notice.ts'
import { areCodesOpen } from './destinations/codes.ts'

type Statement = Answer<typeof statement>

const HEADER = (timeZone: string) => [
  `Date and time (${timeZone})`,
  'Row',
  'Kind',
  'Description',
  'Points',
  'Held points',
  'Balance',
  'Held balance',
  'Gross KES',
  'Tax KES',
  'Net KES',
  'Receipt',
]

/**
 * Export a member's month as CSV: the opening balance, each posting, the closing balance, then totals by kind and
 * withdrawals. Times are in the business's time zone.
 * @throws AppError INVALID_INPUT like getStatement
 */
export async function exportStatement(
  deps: Pick<Deps, 'db' | 'economy'>,
  member: SignedInMember,
  { month }: { month: string },
): Promise<string> {
  const statement = await getStatement(deps, member, { month })
  const { timeZone } = await deps.economy()
  return toCsv(HEADER(timeZone), [
    balanceRow(statement.firstDay, 'Opening balance', statement.opening),
    ...statement.lines.map(lineRow),
    balanceRow(statement.lastDay, 'Closing balance', statement.closing),
    ...statement.totals.map(totalRow),
    ...statement.withdrawals.map(withdrawalRow),
    paidRow(statement),
  ])
}

const EMPTY_MONEY = [null, null, null, null]

function balanceRow(day: string, name: string, { available, held }: Statement['opening']) {
  return [day, name, null, null, null, null, available, held, ...EMPTY_MONEY]
}

function lineRow({ localTime, kind, description, points, heldPoints, ...after }: Statement['lines'][number]) {
  const balances = [after.availableAfter, after.heldAfter]
  return [localTime, 'Movement', kind, description, points, heldPoints, ...balances, ...EMPTY_MONEY]
}

function totalRow({ kind, count, points, heldPoints }: Statement['totals'][number]) {
  return [null, 'Total', kind, `${count}`, points, heldPoints, null, null, ...EMPTY_MONEY]
}

function withdrawalRow(withdrawal: Statement['withdrawals'][number]) {
  const { paidLocal, requestedLocal, status, points, grossKes, taxKes, netKes, receipt } = withdrawal
  const when = paidLocal ?? requestedLocal
  return [when, 'Withdrawal', status, null, points, null, null, null, grossKes, taxKes, netKes, receipt]
}

function paidRow({ lastDay, paid: { count, grossKes, taxKes, netKes } }: Statement) {
  return [
    lastDay,
    'Paid in the month',
    null,
    `${count}`,
    null,
    null,
    null,
    null,
    grossKes,
    taxKes,
    netKes,
    null,
  ]
}

/**
 * Load a member's month from one snapshot: the opening balance, each posting, the closing balance. A month ends where
 * the next one begins.
 * @throws AppError INVALID_INPUT for a month before the member joined, or a future one
 */
export function getStatement(
  deps: Pick<Deps, 'db'>,
  { memberId }: SignedInMember,
  { month }: GetStatementInput,
): Promise<Statement> {
  return deps.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const period = await getStatementPeriod(trx, { memberId, month })
      const { firstMonth, currentMonth } = period
      if (period.month < firstMonth || period.month > currentMonth) {
        throw invalidField('month', 'MONTH_OUT_OF_RANGE', { first: firstMonth, last: currentMonth })
      }
      const of = { memberId, month: period.month }
      const opening = await getOpeningPoints(trx, of)
      const lines = await listStatementLines(trx, of)
      return {
        ...period,
        opening,
        closing: close(opening, lines),
        lines,
        totals: sumByKind(lines),
        withdrawals: await listStatementWithdrawals(trx, of),
        paid: await getStatementPaid(trx, of),
      }
    })
}

function close(opening: Statement['opening'], lines: Statement['lines']): Statement['closing'] {
  return {
    available: lines.reduce((sum, { points }) => sum + points, opening.available),
    held: lines.reduce((sum, { heldPoints }) => sum + heldPoints, opening.held),
  }
}

/** Sum the points by kind, in order of first occurrence. */
function sumByKind(lines: Statement['lines']): Statement['totals'] {
  const totals = new Map<string, Statement['totals'][number]>()
  for (const { kind, points, heldPoints } of lines) {
    const total = totals.get(kind) ?? { kind, count: 0, points: 0, heldPoints: 0 }
    totals.set(kind, {
      kind,
      count: total.count + 1,
      points: total.points + points,
      heldPoints: total.heldPoints + heldPoints,
    })
  }
  return [...totals.values()]
}

const PAGE = 1000
const ACTIVITY_HEADER = (timeZone: string) => [
  `When (${timeZone})`,
  'What',
  'Kind',
  'Points',
  'Held points',
  'State',
  `Available at (${timeZone})`,
  'Reason',
]

/** Export a member's whole history as CSV, newest first. Times are in the business's time zone. */
export async function exportActivity(deps: Deps, { memberId }: SignedInMember): Promise<string> {
  const { timeZone } = await deps.economy()
  const pieces = [toCsv(ACTIVITY_HEADER(timeZone), [])]
  let before: string | undefined
  // Written page by page: all at once would keep other requests waiting.
  for (;;) {
    const page = await listActivity(deps.db, memberId, { limit: PAGE, ...(before ? { before } : {}) })
    pieces.push(toCsvRows(page.map(toCells), timeZone))
    if (page.length < PAGE) return pieces.join('')
    before = page.at(-1)?.id
  }
}

const toCells = (line: Answer<typeof activity>) => [
  line.createdAt,
  line.description,
  line.kind,
  line.points,
  line.heldPoints,
  line.state,
  line.availableAt,
  line.reason,
]

/** Load the rates, limits and open methods of the wallet. Public: the landing page shows them too. */
export async function getTerms(
  deps: Pick<Deps, 'economy' | 'payouts' | 'sms' | 'taxPercent'>,
): Promise<WalletTerms> {
  const economy = await deps.economy()
  return {
    ...economy,
    isReferralOpen: isReferralOpen(economy),
    areCodesOpen: areCodesOpen(deps, economy),
    methods: [...deps.payouts.methods],
    taxPercent: await deps.taxPercent(),
  }
}

/** Remove the details saved for the form; earlier withdrawals keep theirs. */
export async function forgetPayoutDetails(
  { db }: Deps,
  { memberId }: SignedInMember,
  { method }: { method: WithdrawalMethod },
): Promise<{ message: Notice }> {
  await deletePayoutDetails(db, { memberId, method })
  return { message: notice('PAYOUT_DETAILS_FORGOTTEN') }
}

/** Tell a member's page when their points or withdrawals change, as long as they are signed in. */
export function watchWallet(
  { changes }: Pick<Deps, 'changes'>,
  { memberId }: SignedInMember,
  { identify, ...stream }: Stream & { identify: () => Promise<Caller> },
) {
  const guard = async () => requireMember(await identify())
  return watch(changes, { topic: `member:${memberId}`, ownerId: memberId, guard }, stream)
}
