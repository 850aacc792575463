import { listLedgerFindings } from '@chuma/db/queries/books/verify-ledger'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { expectJournalSafe } from './journal-check.ts'
import { CREDIT_POINTS, movementsOf, POINTS_AT_FIRST, type World } from './world.ts'

/** What must be so after every step. A step that has written nothing is not judged: many are refused. */
export async function expectSafe(world: World): Promise<void> {
  const next = await readNextTransaction(world)
  if (next === world.judgedBefore) return
  world.judgedBefore = next
  const ids = world.people.map(({ member }) => member.memberId)
  const findings = await world.db.transaction().execute((trx) => listLedgerFindings(trx, ids))
  expect(findings, 'the ledger of points').toEqual([])
  await expectJournalSafe(world)
  const held = await heldOf(world)
  const withdrawals = await listWithdrawals(world)
  for (const { member } of world.people) {
    const { memberId } = member
    const theirs = withdrawals.filter((withdrawal) => withdrawal.memberId === memberId)
    const wanted = theirs
      .filter(({ status }) => status === 'pending' || status === 'approved')
      .reduce((sum, { points }) => sum + points, 0)
    expect(held.get(memberId), 'held points are those of open withdrawals').toBe(wanted)
    for (const { withdrawalId, status, receipt, method } of theirs) {
      if (status !== 'paid' || method !== 'mpesa') continue
      const isKnown =
        movementsOf(world).some((movement) => movement.receipt === receipt) ||
        world.paidByHand.some((movement) => movement.receipt === receipt)
      expect(isKnown, `${withdrawalId} is paid by money that moved`).toBe(true)
    }
  }
}

/** Once everything has come: members have what they earned less what they were sent, whatever went wrong on the way. */
export async function expectBooksToAgree(world: World): Promise<void> {
  await expectSafe(world)
  const rates = await readRates(world)
  for (const { member, mpesaNumber, withdrawals, credits, writtenOff } of world.people) {
    const { memberId } = member
    const { available, held } = await world.db
      .selectFrom('wallet')
      .select(['available', 'held'])
      .where('memberId', '=', memberId)
      .executeTakeFirstOrThrow()
    const sent = [
      ...movementsOf(world).filter(({ msisdn }) => msisdn === mpesaNumber),
      ...world.paidByHand.filter(({ msisdn }) => withdrawals.includes(msisdn)),
    ].reduce((sum, { amountKes, id }) => sum - amountKes / (rates.get(id) ?? 0), 0)
    const earned = credits.filter(({ isReversed }) => !isReversed).length * CREDIT_POINTS
    expect({ points: available + held }, `points of ${memberId}`).toEqual({
      points: POINTS_AT_FIRST + earned + writtenOff - sent,
    })
  }
}

/** PostgreSQL numbers transactions that write, those that are rolled back too. Of its other databases this only judges more often. */
async function readNextTransaction({ db }: World): Promise<string> {
  const { rows } = await sql<{
    next: string
  }>`select pg_snapshot_xmax(pg_current_snapshot())::text as next`.execute(db)
  return rows[0]?.next ?? ''
}

/** Shillings for a point, by the id of an order and by withdrawal. */
async function readRates({ db, people }: World): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('withdrawal as w')
    .leftJoin('payoutAttempt as a', 'a.withdrawalId', 'w.withdrawalId')
    .select(['w.withdrawalId', 'w.kesPerPoint', 'a.originatorConversationId'])
    .where(
      'w.memberId',
      'in',
      people.map(({ member }) => member.memberId),
    )
    .execute()
  return new Map(
    rows.flatMap(({ withdrawalId, kesPerPoint, originatorConversationId: id }) => [
      [withdrawalId, kesPerPoint],
      ...(id ? [[id, kesPerPoint] as [string, number]] : []),
    ]),
  )
}

async function heldOf({ db, people }: World): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('wallet')
    .select(['memberId', 'held'])
    .where(
      'memberId',
      'in',
      people.map(({ member }) => member.memberId),
    )
    .execute()
  return new Map(rows.map(({ memberId, held }) => [memberId, held]))
}

const listWithdrawals = ({ db, people }: World) =>
  db
    .selectFrom('withdrawal')
    .select(['memberId', 'withdrawalId', 'status', 'points', 'receipt', 'method'])
    .where(
      'memberId',
      'in',
      people.map(({ member }) => member.memberId),
    )
    .execute()
