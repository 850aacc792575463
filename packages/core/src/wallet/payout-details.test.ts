import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import type { SignedInMember } from '../caller.ts'
import { listOwnPayoutDetails, requestWithdrawal } from '../payouts/withdrawals.ts'
import { createSecrets } from '../secrets/secrets.ts'
import { createTestDeps, givenMember } from '../testing.ts'
import { forgetPayoutDetails } from './statements.ts'

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
const askBank = (member: SignedInMember, account: Partial<typeof equity> = {}, { secrets } = deps) =>
  requestWithdrawal({ ...deps, secrets }, member, {
    withdrawalMethod: 'bank',
    pointsToWithdraw: 1,
    ...equity,
    ...account,
    idempotencyKey: undefined,
  })

async function findChange(memberId: string, method = 'mpesa'): Promise<string | undefined> {
  const { rows } = await sql<{ at: string }>`
    select changed_at::text as at from payout_details where member_id = ${memberId} and method = ${method}
  `.execute(db)
  return rows[0]?.at
}

test('payout details are saved by method, the latest first', async () => {
  const member = await givenMember(db, { points: 9 })
  const [first, second] = [freshNumber(), freshNumber()]
  await ask(member, first)
  await askBank(member)
  expect(await listOwnPayoutDetails(deps, member)).toMatchObject([
    { withdrawalMethod: 'bank', ...equity, mpesaNumber: null, paypalEmail: null },
    { withdrawalMethod: 'mpesa', mpesaNumber: first, bankName: null },
  ])
  await ask(member, second)
  expect(await listOwnPayoutDetails(deps, member)).toMatchObject([
    { withdrawalMethod: 'mpesa', mpesaNumber: second },
    { withdrawalMethod: 'bank' },
  ])
})

test('details are not saved if the member declines, and earlier ones stay', async () => {
  const member = await givenMember(db, { points: 9 })
  const number = freshNumber()
  await ask(member, freshNumber(), { saveDetails: false })
  expect(await listOwnPayoutDetails(deps, member)).toEqual([])
  await ask(member, number, { saveDetails: true })
  await ask(member, freshNumber(), { saveDetails: false })
  expect(await listOwnPayoutDetails(deps, member)).toMatchObject([{ mpesaNumber: number }])
})

test('a refused request saves nothing', async () => {
  const poor = await givenMember(db)
  await expect(ask(poor, freshNumber())).rejects.toMatchObject({ code: 'INSUFFICIENT_POINTS' })
  expect(await listOwnPayoutDetails(deps, poor)).toEqual([])
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

test('a bank account is the same in another envelope, under another key, and as an earlier version stored it', async () => {
  const member = await givenMember(db, { points: 9 })
  const { memberId } = member
  const rotating = { ...deps, secrets: createSecrets([Buffer.alloc(32, 8), Buffer.alloc(32, 7)]) }
  await askBank(member)
  const since = await findChange(memberId, 'bank')
  await askBank(member)
  await askBank(member, {}, rotating)
  expect(await findChange(memberId, 'bank')).toBe(since)
  await sql`update payout_details set account_number = ${equity.accountNumber}, account_number_hash = null
    where member_id = ${memberId}`.execute(db)
  expect(await listOwnPayoutDetails(deps, member)).toMatchObject([equity])
  await askBank(member)
  expect(await findChange(memberId, 'bank')).toBe(since)
  await askBank(member, { accountNumber: '0123456780' })
  expect(await findChange(memberId, 'bank')).not.toBe(since)
})

test('members can remove only their own details, repeatedly', async () => {
  const [ann, ben] = [await givenMember(db, { points: 9 }), await givenMember(db, { points: 9 })]
  for (const member of [ann, ben]) await ask(member, freshNumber())
  await askBank(ann)
  await forgetPayoutDetails(deps, ann, { method: 'mpesa' })
  await forgetPayoutDetails(deps, ann, { method: 'mpesa' })
  expect(await listOwnPayoutDetails(deps, ann)).toMatchObject([{ withdrawalMethod: 'bank' }])
  expect(await listOwnPayoutDetails(deps, ben)).toMatchObject([{ withdrawalMethod: 'mpesa' }])
})
