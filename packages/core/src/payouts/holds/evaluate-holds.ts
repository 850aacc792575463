import { isDeepStrictEqual } from 'node:util'
import { type HoldFacts, type HoldReason, isLiftable } from '@chuma/contract/payouts/holds'
import type { Trx } from '@chuma/db/client'
import { endHold, insertHold, listHolds, type StoredHold, updateHold } from '@chuma/db/queries/payouts/holds'
import type { WithdrawalRef } from '@chuma/db/queries/payouts/payouts'
import type { Deps } from '../../deps.ts'
import { moveFormerDebts } from '../debts/move-former-debts.ts'
import { findCauses, type HoldEnd, type HoldTerms } from './hold-rules.ts'
import { readFacts } from './read-facts.ts'

type Evaluation = { deps: Pick<Deps, 'secrets'>; ref: WithdrawalRef; terms: HoldTerms }

export type EvaluatedHold = {
  holdId: string
  reason: HoldReason
  since: Date
  until: Date | null
  facts: HoldFacts
  endsSoonerBy: HoldEnd
}

/** `now`: by the database's clock. */
type Evaluated = { open: EvaluatedHold[]; now: Date }

/**
 * Bring a withdrawal's holds up to date, and return those that are open: begin what has a cause, end what has none any more or
 * whose time has come. What staff lifted stays lifted for the same cause, not for a newer one. The caller has locked the wallet,
 * so that of two evaluations the second sees the first.
 */
export async function evaluateHolds(trx: Trx, { deps, ref, terms }: Evaluation): Promise<Evaluated> {
  await moveFormerDebts(trx, deps, ref.memberId)
  const stored = await listHolds(trx, ref)
  const { facts, now } = await readFacts(trx, deps, { ref, terms, stored })
  const causes = findCauses(facts, { terms, now })
  const open: EvaluatedHold[] = []
  for (const cause of causes) {
    const known = stored.find((hold) => isOf(hold, cause))
    if (known && isLifted(known) && isLiftable(cause)) continue
    const holdId = known?.holdId ?? (await insertHold(trx, ref, cause))
    if (known && isOutdated(known, cause)) await updateHold(trx, { ...ref, holdId }, cause)
    open.push({ holdId, ...cause })
  }
  for (const hold of stored) {
    if (hold.endedAt !== null || causes.some((cause) => isOf(hold, cause))) continue
    const isOver = hold.until !== null && hold.until <= now
    await endHold(
      trx,
      { ...ref, holdId: hold.holdId },
      { by: SYSTEM, reason: isOver ? 'over' : 'cause-gone' },
    )
  }
  return { open, now }
}

/** Who ends a hold that ended on its own. */
const SYSTEM = 'system'

type Cause = { reason: HoldReason; since: Date; until: Date | null; facts: HoldFacts }

function isOf(hold: StoredHold, { reason, since }: Cause): boolean {
  return hold.reason === reason && hold.since.getTime() === since.getTime()
}

function isLifted({ endedAt, endedBy }: StoredHold): boolean {
  return endedAt !== null && endedBy !== SYSTEM
}

function isOutdated(hold: StoredHold, { until, facts }: Cause): boolean {
  return (
    hold.endedAt !== null ||
    hold.until?.getTime() !== until?.getTime() ||
    !isDeepStrictEqual(hold.facts, facts)
  )
}
