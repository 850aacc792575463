import type { Trx } from '@chuma/db/client'
import { bookEntry } from './book-entry.ts'

type WriteOff = { memberId: string; seq: number; points: number; kesPerPoint: number }

/** Book that a member's debt is given up: a loss, at today's rate. `seq` names the debt, as its posting does. */
export function bookWriteOff(trx: Trx, { memberId, seq, points, kesPerPoint }: WriteOff): Promise<void> {
  const minor = points * kesPerPoint * 100
  return bookEntry(trx, {
    sourceKey: `debt-written-off:${memberId}:${seq}`,
    kind: 'debt-written-off',
    description: "Member's debt written off",
    memberId,
    lines: [
      { account: 'write-offs', currency: 'KES', minor },
      { account: 'member-debts', currency: 'KES', minor: -minor, points },
    ],
  })
}
