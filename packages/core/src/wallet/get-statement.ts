import type { Answer } from '@chuma/contract/timestamp'
import type { GetStatementInput, statement } from '@chuma/contract/wallet/statements'
import {
  getOpeningPoints,
  getStatementPaid,
  getStatementPeriod,
  listStatementLines,
  listStatementWithdrawals,
} from '@chuma/db/queries/wallet/statements'
import { invalidField } from '../app-error.ts'
import type { SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'

type Statement = Answer<typeof statement>

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
