import type { Connection, Globals } from '../connect.ts'
import { printAnswer } from '../print-answer.ts'
import { EXIT, stopWith } from '../stop-with.ts'
import type { Terminal } from '../terminal.ts'
import { writeOut } from '../write-out.ts'

type Lifting = {
  terminal: Terminal
  globals: Globals
  id: string
  /** Only this one; undefined: all that staff may lift. */
  hold: string | undefined
  reason: string
}

/** Lift the holds of one withdrawal, each on its own: what cannot be lifted stays. */
export async function liftHolds(
  { client }: Connection,
  { terminal, globals, id, hold, reason }: Lifting,
): Promise<void> {
  const [found] = await client.admin.listWithdrawals.query({ search: id, limit: 1 })
  if (!found) throw stopWith(EXIT.refused, 'No such withdrawal.')
  const wanted = found.holds.filter((each) => each.isLiftable && (hold === undefined || each.reason === hold))
  if (wanted.length === 0) throw stopWith(EXIT.refused, 'There is no such hold that can be lifted.')
  let withdrawal = found
  for (const { id: holdId } of wanted) {
    withdrawal = await client.admin.liftHold.mutate({ id: found.id, holdId, reason })
  }
  const left = withdrawal.holds.map((each) => each.reason).join(', ') || 'none'
  await printAnswer(terminal, globals, {
    document: { lifted: wanted.map((each) => each.reason), withdrawal },
    show: () =>
      writeOut(terminal.stdout, `Lifted: ${wanted.map((each) => each.reason).join(', ')}. Left: ${left}.\n`),
  })
}
