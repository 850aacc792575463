import { correctPayoutInput } from '@chuma/contract/payouts/destinations'
import { listStatementRows } from '@chuma/db/queries/books/statement-desk'
import { decideApproval } from '../../src/admin/approvals/decide-approval.ts'
import { pendingOf } from '../../src/admin/approvals/testing.ts'
import { AppError } from '../../src/app-error.ts'
import { correctPayout } from '../../src/books/corrections.ts'
import { bookStatementRow } from '../../src/books/statements/book-row.ts'
import { importStatement } from '../../src/books/statements/import-statement.ts'
import { listDebts, writeOffDebt } from '../../src/payouts/debts.ts'
import { liftPayoutPause } from '../../src/payouts/pauses.ts'
import type { Movement } from './provider-book.ts'
import { depsOf, movementsOf, type World } from './world.ts'

const HEADER =
  'Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,Balance,Other Party Info,Linked Transaction ID'
/** What M-Pesa charges for a payment. */
export const CHARGE_KES = 9

/** M-Pesa's statement of everything until now: payments with their charges, reversals, and what the float was topped up with. */
export async function importStatementOf(world: World): Promise<void> {
  const movements = movementsOf(world)
  if (movements.length === 0) return
  const csv = [HEADER, ...movements.flatMap(rowsOf)].join('\n')
  await importStatement(depsOf(world), world.amina, { csv, isDryRun: false })
  for (const { receipt } of movements) world.imported.add(receipt)
}

function rowsOf({ receipt, amountKes, msisdn, of }: Movement): string[] {
  const number = `2547******${msisdn.slice(-3)} - Somebody`
  const today = new Date(Date.now() + 3 * 3600 * 1000).toISOString().slice(0, 10)
  // A statement never names a moment that is still to come.
  const at = `${today} 00:00:00`
  if (of !== null)
    return [`${receipt},${at},Business Payment Reversal,Completed,${amountKes}.00,,,${number},${of}`]
  return [
    `${receipt},${at},Business Payment to Customer,Completed,,${amountKes}.00,,${number},`,
    `${receipt},${at},Business Payment Charge,Completed,,-${CHARGE_KES}.00,,,`,
  ]
}

/** Two people settle what matched nothing: they book what became of the money, then the row. */
export async function workDesk(world: World): Promise<void> {
  const rows = await listStatementRows(world.db, { state: 'waiting', limit: 100 })
  for (const row of rows) {
    if (row.receipt === null || !world.imported.has(row.receipt)) continue
    if (row.purpose === 'charge') continue
    const found = await findPayment(world, row.linkedReceipt ?? row.receipt)
    if (!found) continue
    try {
      await settle(world, row, found)
    } catch (error) {
      // Refused while the withdrawal is in another state, or already booked: the row waits on.
      if (!(error instanceof AppError) && !String(error).includes('nothing waits')) throw error
    }
  }
  await liftPauses(world)
}

type Found = {
  withdrawalId: string
  memberId: string
  status: string
  payoutState: string | null
  /** What it was paid by. */
  receipt: string | null
  isFirst: boolean
}

/** Find whose order a movement belongs to, in the provider's books: staff would telephone. */
async function findPayment(world: World, receipt: string): Promise<Found | undefined> {
  const moved = movementsOf(world).find((movement) => movement.receipt === receipt)
  const order = world.books
    .flatMap(({ orders }) => [...orders])
    .find(
      ([, { payment, receipt: own }]) =>
        own === receipt ||
        (payment.msisdn === moved?.msisdn && isSecondOf(world, payment.originatorConversationId, receipt)),
    )
  if (!order) return undefined
  const [originatorConversationId, { receipt: own }] = order
  const found = await world.db
    .selectFrom('payoutAttempt as a')
    .innerJoin('withdrawal as w', 'w.withdrawalId', 'a.withdrawalId')
    .select(['w.withdrawalId', 'w.memberId', 'w.status', 'w.payoutState', 'w.receipt'])
    .where('a.originatorConversationId', '=', originatorConversationId)
    .executeTakeFirst()
  return found && { ...found, isFirst: own === receipt }
}

/** Whether a receipt is the second payment of an order. */
function isSecondOf(world: World, id: string, receipt: string): boolean {
  return world.books.some(({ seconds }) => seconds.get(receipt) === id)
}

type Row = Awaited<ReturnType<typeof listStatementRows>>[number]

/** Book what became of money, as two people do. */
export async function correct(world: World, input: Record<string, unknown>): Promise<void> {
  const wish = correctPayoutInput.parse({ evidence: 'A row of the statement', ...input })
  const { approvalId } = await pendingOf(correctPayout(depsOf(world), world.amina, wish))
  await decideApproval(depsOf(world), world.brian, { approvalId, decision: 'approve', note: '' })
}

async function settle(world: World, row: Row, found: Found): Promise<void> {
  const { withdrawalId: id } = found
  const deps = depsOf(world)
  const book = (kind: 'payout' | 'other') =>
    bookStatementRow(deps, world.amina, {
      id: row.id,
      kind,
      note: 'Settled.',
      ...(kind === 'payout' && { paymentId: id }),
    })
  if (row.purpose === 'reversal') {
    if (found.status !== 'paid') return
    await correct(world, {
      id,
      kind: 'returned',
      cause: 'provider',
      receipt: row.receipt,
      note: 'It was reversed',
    })
    await book('other')
  } else if (found.status === 'paid') {
    if (found.receipt === row.receipt) return void (await book('payout'))
    await correct(world, { id, kind: 'duplicate', receipt: row.receipt })
    await book('other')
  } else if (found.isFirst && found.payoutState !== 'returned') {
    await correct(world, { id, kind: 'late', receipt: row.receipt })
    await book('payout')
  }
}

/** Once they know what happened. */
async function liftPauses(world: World): Promise<void> {
  for (const { member } of world.people) {
    const open = await world.db
      .selectFrom('payoutPause')
      .select('pauseId')
      .where('memberId', '=', member.memberId)
      .where('liftedAt', 'is', null)
      .executeTakeFirst()
    if (open) {
      const { memberId } = member
      await liftPayoutPause(depsOf(world), world.brian, { memberId, reason: 'We know what happened' })
    }
  }
}

export async function writeOff(world: World, who: number): Promise<void> {
  const person = world.people[who]
  const debts = await listDebts(depsOf(world), { limit: 100 })
  const debt = debts.find(({ memberId }) => memberId === person?.member.memberId)
  if (!person || !debt) throw new AppError('NOT_FOUND')
  const { memberId, points } = debt
  const wish = { memberId, points, reason: 'Nobody can get it back' }
  const { approvalId } = await pendingOf(writeOffDebt(depsOf(world), world.amina, wish))
  await decideApproval(depsOf(world), world.brian, { approvalId, decision: 'approve', note: '' })
  person.writtenOff += points
}
