import { randomUUID } from 'node:crypto'
import { listTransactions } from '@chuma/db/queries/wallet/ledger'
import { getBalance } from '@chuma/db/queries/wallet/wallet'
import { createTestDb } from '@chuma/db/testing'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { givenStaff, startBehind } from '../admin/testing.ts'
import { createTestDeps, readRow } from '../testing.ts'
import { decideClaim, openClaim } from './claims.ts'
import { listMyClicks } from './clicks.ts'
import { releaseCredits } from './credits.ts'
import { givenClick } from './testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createTestDeps(db)
const available = async (memberId: string) => (await getBalance(db, memberId)).availablePoints

/** Let the holds of a partner's credits be over. */
const makeDue = (partnerId: string) =>
  sql`update partner_credit set release_at = now() where partner_id = ${partnerId} and state = 'pending'`.execute(
    db,
  )

describe('a reversal', () => {
  test('takes back exactly the credited points, once, linked to the credit', async () => {
    const { member, tell } = await givenClick(deps)
    await tell({ kind: 'credit' })
    await tell({ kind: 'reverse', amountUsdMicros: 99_000_000 })
    await tell({ kind: 'reverse' })
    expect(await listTransactions(db, member.memberId, { limit: 5 })).toMatchObject([
      { kind: 'reversal', points: -6 },
      { kind: 'survey', points: 6 },
    ])
  })

  test('can make a balance negative, and the wallet shows it', async () => {
    const { member, tell } = await givenClick(deps)
    await tell({ kind: 'credit' })
    await sql`
      insert into posting (member_id, kind, available_delta, held_delta, source_key, description, actor, house_account)
      values (${member.memberId}, 'adjustment', -6, 0, ${randomUUID()}, 'Spent', 'system', 'adjustments')
    `.execute(db)
    await tell({ kind: 'reverse' })
    expect(await available(member.memberId)).toBe(-6)
    const { memberId } = member
    expect(await readRow(db, 'wallet', ['inReversalDebt'], { memberId })).toEqual({ inReversalDebt: true })
  })

  test.each(['after', 'before'])(
    '%s its credit takes a claim back that staff granted for the click',
    async (when) => {
      const { member, tell } = await givenClick(deps)
      const [click] = await listMyClicks(deps, member)
      const { id } = await openClaim(deps, member, { clickId: click?.id ?? '', note: '' })
      const { actor } = await givenStaff(deps)
      await decideClaim(deps, actor, { id, decision: 'credited', reason: 'Because' })
      if (when === 'before') await tell({ kind: 'reverse' })
      expect(await available(member.memberId)).toBe(6)
      expect(await tell({ kind: 'credit' })).toMatchObject({ status: 200 })
      await tell({ kind: 'credit', transactionId: 't2' })
      if (when === 'after') expect(await available(member.memberId)).toBe(6)
      await tell({ kind: 'reverse' })
      await tell({ kind: 'reverse' })
      await tell({ kind: 'reverse', transactionId: 't2' })
      // After the claim was taken back, another transaction is payable again.
      const again = when === 'before' ? ['reversal -6', 'survey 6'] : []
      const booked = await listTransactions(db, member.memberId, { limit: 5 })
      expect(booked.map(({ kind, points }) => `${kind} ${points}`)).toEqual([
        ...again,
        'reversal -6',
        'claim 6',
      ])
      expect(await listMyClicks(deps, member)).toMatchObject([{ state: 'reversed' }])
    },
  )

  test('during the release of the points prevents their payment', async () => {
    const { member, partnerId, tell } = await givenClick(deps, { holdDays: 3 })
    await tell({ kind: 'credit' })
    await makeDue(partnerId)
    const cancel = sql`update partner_credit set state = 'cancelled', settled_at = now() where partner_id = ${partnerId}`
    await startBehind(
      db,
      (holder) => cancel.execute(holder),
      () => [releaseCredits(deps)],
    )
    expect(await listTransactions(db, member.memberId, { limit: 5 })).toEqual([])
  })

  test('and its credit give the same balance in any order, repeated or concurrent', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.tuple(fc.constantFrom('credit' as const, 'reverse' as const), fc.constantFrom('t1', 't2')),
          {
            minLength: 2,
            maxLength: 12,
          },
        ),
        fc.boolean(),
        fc.constantFrom(0, 3),
        async (events, isAtOnce, holdDays) => {
          const { member, partnerId, tell } = await givenClick(deps, { holdDays })
          // A link that promises nothing, because each of its transactions pays, unlike a survey's.
          await db
            .updateTable('click')
            .set({ surveyId: null, taskId: await givenLink(), points: 0 })
            .where('memberId', '=', member.memberId)
            .execute()
          const send = ([kind, transactionId]: (typeof events)[number]) => tell({ kind, transactionId })
          if (isAtOnce) await Promise.all(events.map(send))
          else for (const event of events) await send(event)
          await makeDue(partnerId)
          await releaseCredits(deps)

          const has = (kind: string, id: string) =>
            events.some((event) => event[0] === kind && event[1] === id)
          const expected = ['t1', 't2'].filter((id) => has('credit', id) && !has('reverse', id)).length * 6
          expect(await available(member.memberId)).toBe(expected)
        },
      ),
      { numRuns: 60 },
    )
  })
})

async function givenLink() {
  const { taskId } = await db
    .insertInto('task')
    .values({ kind: 'affiliate', title: 'A bank account', points: 6, url: 'https://partner.example/l' })
    .returning('taskId')
    .executeTakeFirstOrThrow()
  return taskId
}
