import { HOLD_WORDS } from '@chuma/contract/payouts/holds'
import type { Wait } from '@chuma/db/queries/payouts/payouts'
import { AppError } from '../../app-error.ts'
import type { EvaluatedHold } from './evaluate-holds.ts'

/** A cause may be gone before its time, so that even a long hold is looked at again. Lifting one queues a job at once. */
const AGAIN_MS = 3_600_000

/** How long a prepared payout waits for its holds. Not for longer than an hour: then it is evaluated again. */
export function waitFor(open: readonly EvaluatedHold[], now: Date): Wait {
  const again = now.getTime() + AGAIN_MS
  const ends = open.map(({ until }) => until?.getTime() ?? Number.POSITIVE_INFINITY)
  return { reason: 'held', until: new Date(Math.min(again, Math.max(...ends))) }
}

type Held = Pick<EvaluatedHold, 'reason'>

/** Nobody pays to an account that nobody can read: of these somebody may only say that it was paid before. */
export const isUnreadable = ({ reason }: Held) => reason === 'account-unreadable'

/** @throws AppError WITHDRAWAL_HELD, naming the reason */
export function refuseHeld(open: readonly Held[]): void {
  const [first] = open
  if (first) throw new AppError('WITHDRAWAL_HELD', { reason: HOLD_WORDS[first.reason] })
}
