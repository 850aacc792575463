import { listPayoutDetails } from '@chuma/db/queries/wallet/payout-details'
import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import type { SignedInMember } from '../caller.ts'
import { createTestDeps, givenMember } from '../testing.ts'
import { forgetPayoutDetails } from './forget-payout-details.ts'
import { requestWithdrawal } from './request-withdrawal.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createTestDeps(db)

let numbers = 0
const freshNumber = () => `2547${String(30_000_000 + numbers++)}`
const equity = { bankName: 'Equity Bank', accountNumber: '0123456789', accountName: 'Amina Otieno' }

const ask = (member: SignedInMember, mpesaNumber: string, more: { saveDetails?: boolean } = {}) =>
  requestWithdrawal(deps, member, {
    withdrawalMethod: 'mpesa',
    pointsToWithdraw: 1,
    mpesaNumber,
    idempotencyKey: undefined,
    ...more,
  })
const askBank = (member: SignedInMember) =>
  requestWithdrawal(deps, member, {
    withdrawalMethod: 'bank',
    pointsToWithdraw: 1,
    ...equity,
    idempotencyKey: undefined,
  })

async function findChange(memberId: string): Promise<string | undefined> {
  const { rows } = await sql<{ at: string }>`
    select changed_at::text as at from payout_details where member_id = ${memberId} and method = 'mpesa'
  `.execute(db)
  return rows[0]?.at
}

test('payout details are saved by method, the latest first', async () => {
  const member = await givenMember(db, { points: 9 })
  const [first, second] = [freshNumber(), freshNumber()]
  await ask(member, first)
  await askBank(member)
  expect(await listPayoutDetails(db, member.memberId)).toMatchObject([
    { withdrawalMethod: 'bank', ...equity, mpesaNumber: null, paypalEmail: null },
    { withdrawalMethod: 'mpesa', mpesaNumber: first, bankName: null },
  ])
  await ask(member, second)
  expect(await listPayoutDetails(db, member.memberId)).toMatchObject([
    { withdrawalMethod: 'mpesa', mpesaNumber: second },
    { withdrawalMethod: 'bank' },
  ])
})

test('details are not saved if the member declines, and earlier ones stay', async () => {
  const member = await givenMember(db, { points: 9 })
  const number = freshNumber()
  await ask(member, freshNumber(), { saveDetails: false })
  expect(await listPayoutDetails(db, member.memberId)).toEqual([])
  await ask(member, number, { saveDetails: true })
  await ask(member, freshNumber(), { saveDetails: false })
  expect(await listPayoutDetails(db, member.memberId)).toMatchObject([{ mpesaNumber: number }])
})

test('a refused request saves nothing', async () => {
  const poor = await givenMember(db)
  await expect(ask(poor, freshNumber())).rejects.toMatchObject({ code: 'INSUFFICIENT_POINTS' })
  expect(await listPayoutDetails(db, poor.memberId)).toEqual([])
})

test('reusing the same details does not change them, other details do', async () => {
  const member = await givenMember(db, { points: 9 })
  const number = freshNumber()
  await ask(member, number)
  const since = await findChange(member.memberId)
  await ask(member, number)
  expect(await findChange(member.memberId)).toBe(since)
  await ask(member, freshNumber())
  expect(await findChange(member.memberId)).not.toBe(since)
})

test('members can remove only their own details, repeatedly', async () => {
  const [ann, ben] = [await givenMember(db, { points: 9 }), await givenMember(db, { points: 9 })]
  for (const member of [ann, ben]) await ask(member, freshNumber())
  await askBank(ann)
  await forgetPayoutDetails(deps, ann, { method: 'mpesa' })
  await forgetPayoutDetails(deps, ann, { method: 'mpesa' })
  expect(await listPayoutDetails(db, ann.memberId)).toMatchObject([{ withdrawalMethod: 'bank' }])
  expect(await listPayoutDetails(db, ben.memberId)).toMatchObject([{ withdrawalMethod: 'mpesa' }])
})
