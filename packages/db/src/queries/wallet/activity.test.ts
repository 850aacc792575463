import { afterAll, expect, test } from 'vitest'
import { createTestDb } from '../../testing.ts'
import { insertPosting, insertWallet } from './ledger.ts'
import { listActivity } from './wallet.ts'

const { db, close } = await createTestDb()
afterAll(close)

async function givenHistory() {
  const { memberId } = await db
    .insertInto('member')
    .values({
      email: `${crypto.randomUUID()}@example.com`,
      firstName: 'A',
      lastName: 'B',
      country: 'Kenya',
      passwordHash: '-',
    })
    .returning('memberId')
    .executeTakeFirstOrThrow()
  const { partnerId } = await db
    .insertInto('partner')
    .values({
      name: 'P',
      publicKey: crypto.randomUUID().replaceAll('-', ''),
      preset: 'p',
      scheme: '{}',
      secret: 's',
    })
    .returning('partnerId')
    .executeTakeFirstOrThrow()
  await db.transaction().execute(async (trx) => {
    await insertWallet(trx, memberId)
    const post = (kind: 'survey' | 'spin' | 'reversal', points: number, reversesSeq?: number) =>
      insertPosting(trx, {
        memberId,
        kind,
        availableDelta: points,
        heldDelta: 0,
        houseAccount: kind === 'reversal' ? 'reversals' : 'rewards',
        sourceKey: crypto.randomUUID(),
        description: `${kind} ${points}`,
        actor: 'test',
        ...(reversesSeq ? { reversesSeq } : {}),
      })
    await post('survey', 5)
    await post('spin', 7)
    await post('reversal', -5, 1)
    const credit = { memberId, partnerId, clickId: null, kind: 'offer' as const, points: 4, amountUsd: 4 }
    for (const state of ['pending', 'cancelled', 'available'] as const) {
      await trx
        .insertInto('partnerCredit')
        .values({
          ...credit,
          state,
          title: state,
          transactionId: state,
          releaseAt: new Date('2030-01-01'),
          settledAt: null,
          reason: state === 'cancelled' ? 'taken-back' : null,
        })
        .execute()
    }
  })
  return memberId
}

test('a history shows what is booked, pending, reversed and refused', async () => {
  const memberId = await givenHistory()
  const lines = await listActivity(db, memberId, { limit: 25 })
  expect(lines.map(({ description, points, state }) => [description, points, state])).toEqual(
    expect.arrayContaining([
      ['survey 5', 5, 'reversed'],
      ['spin 7', 7, 'available'],
      ['reversal -5', -5, 'available'],
      ['Offer: pending', 4, 'pending'],
      ['Offer: cancelled', 4, 'cancelled'],
    ]),
  )
  // A booked credit is a posting already.
  expect(lines).toHaveLength(5)
  expect(lines.find(({ state }) => state === 'pending')).toMatchObject({
    availableAt: new Date('2030-01-01'),
  })
  expect(lines.find(({ state }) => state === 'cancelled')).toMatchObject({
    reason: 'taken-back',
    availableAt: null,
  })
})

test('consecutive pages neither repeat nor lose a line', async () => {
  const memberId = await givenHistory()
  const whole = await listActivity(db, memberId, { limit: 100 })
  const paged: typeof whole = []
  for (;;) {
    const before = paged.at(-1)?.id
    const page = await listActivity(db, memberId, { limit: 2, ...(before ? { before } : {}) })
    if (page.length === 0) break
    paged.push(...page)
  }
  expect(paged).toEqual(whole)
})

test('the list can be filtered by kind or by state', async () => {
  const memberId = await givenHistory()
  const kinds = async (filter: Parameters<typeof listActivity>[2]) =>
    (await listActivity(db, memberId, filter)).map(({ kind }) => kind)
  expect(await kinds({ limit: 25, kind: 'spin' })).toEqual(['spin'])
  expect(await kinds({ limit: 25, state: 'pending' })).toEqual(['offer'])
  expect(await kinds({ limit: 25, state: 'reversed' })).toEqual(['survey'])
})
