import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import type { Trx } from '../client.ts'
import { insertCallback } from '../queries/payouts/payout-callbacks.ts'
import { insertPremiumCallback } from '../queries/premium/premium-payments.ts'
import { insertReferralCode } from '../queries/referral/referral.ts'
import { countWaitingOnLock, createTestDb } from '../testing.ts'
import { RULE_EXCEPTIONS } from './exceptions.ts'

const { db, close } = await createTestDb()
afterAll(close)
// As on several servers: a rule that holds without these constraints holds there too.
for (const { table, constraint } of RULE_EXCEPTIONS)
  await sql`alter table ${sql.table(table)} drop constraint ${sql.id(constraint)}`.execute(db)

/** Run two transactions that have both begun, the first having written, before either can commit. */
async function runOverlapping<T>(first: (trx: Trx) => Promise<T>, second: (trx: Trx) => Promise<T>) {
  const { one, other } = await db.transaction().execute(async (trx) => {
    const one = await first(trx)
    const other = db.transaction().execute(second)
    while ((await countWaitingOnLock(db)) < 1) await sleep(5)
    return { one, other: { settled: other } }
  })
  return [one, await other.settled] as const
}

async function givenMember(): Promise<string> {
  const { memberId } = await db
    .insertInto('member')
    .values({
      email: 'someone@example.com',
      firstName: 'Amina',
      lastName: 'Otieno',
      country: 'Kenya',
      passwordHash: '-',
    })
    .returning('memberId')
    .executeTakeFirstOrThrow()
  return memberId
}

test('of two concurrent callbacks with the same body one is stored', async () => {
  const callback = {
    kind: 'result' as const,
    tokenHash: 'token',
    body: Buffer.from('paid'),
    bodyHash: Buffer.from('digest'),
    address: null,
    isFromProvider: true,
  }
  const keep = async (trx: Trx) => {
    if (!(await insertCallback(trx, callback, 10))) throw new Error('repeated')
  }
  await expect(runOverlapping(keep, keep)).rejects.toThrow('repeated')
  expect(await db.selectFrom('payoutCallback').select('isFromProvider').execute()).toEqual([
    { isFromProvider: true },
  ])
  const stranger = { ...callback, isFromProvider: false }
  expect(await db.transaction().execute((trx) => insertCallback(trx, stranger, 10))).toBe(true)
})

test('of two concurrent callbacks about one premium payment with the same body one is stored', async () => {
  const callback = {
    tokenHash: 'token',
    body: Buffer.from('paid'),
    bodyHash: Buffer.from('digest'),
    address: null,
  }
  const keep = (trx: Trx) => insertPremiumCallback(trx, callback)
  const [first, second] = await runOverlapping(keep, keep)
  expect([first, second]).toEqual([{ callbackId: expect.any(String) }, undefined])
  expect(await db.selectFrom('premiumCallback').select('callbackId').execute()).toEqual([first])
})

const listCodes = async () =>
  (await db.selectFrom('referralCode').select(['code', 'memberId']).orderBy('code').execute()).map(
    ({ code, memberId }) => [code, memberId],
  )
const listHolders = async () =>
  (await db.selectFrom('memberReferralCode').select(['code', 'memberId']).orderBy('code').execute()).map(
    ({ code, memberId }) => [code, memberId],
  )

test('a member who requests their code twice at once gets one, and one code belongs to one member', async () => {
  const memberId = await givenMember()
  await runOverlapping(
    (trx) => insertReferralCode(trx, memberId, 'AAAA2222'),
    (trx) => insertReferralCode(trx, memberId, 'BBBB2222'),
  )
  expect(await listCodes()).toEqual([['AAAA2222', memberId]])
  expect(await listHolders()).toEqual(await listCodes())

  const [one, other] = [await givenMember(), await givenMember()]
  await runOverlapping(
    (trx) => insertReferralCode(trx, one, 'CCCC2222'),
    (trx) => insertReferralCode(trx, other, 'CCCC2222'),
  )
  expect(await listCodes()).toEqual([
    ['AAAA2222', memberId],
    ['CCCC2222', one],
  ])
  expect(await listHolders()).toEqual(await listCodes())
})
