import { problem } from '@chuma/contract/problems'
import { forgetCallKeys } from '@chuma/db/queries/call-keys'
import { getDestinationFacts } from '@chuma/db/queries/wallet/destinations'
import { listTransactions } from '@chuma/db/queries/wallet/ledger'
import { getBalance } from '@chuma/db/queries/wallet/wallet'
import { listWithdrawals } from '@chuma/db/queries/wallet/withdrawals'
import { countWaitingOnLock, createTestDb, startTogether } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { hashDestination } from '../account/destinations.ts'
import { listOwnPayoutDetails, requestWithdrawal } from '../payouts/withdrawals.ts'
import { codeOf, createTestDeps, givenMember } from '../testing.ts'
import { proveDestination } from './destinations/name-destination.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createTestDeps(db)

let numbers = 0
const freshNumber = () => `2547${String(10_000_000 + numbers++)}`
const mpesa = (pointsToWithdraw: number, mpesaNumber = freshNumber()) => ({
  withdrawalMethod: 'mpesa' as const,
  pointsToWithdraw,
  mpesaNumber,
  idempotencyKey: undefined as string | undefined,
})

test('moves points from available to held and fixes the amount at the current rate', async () => {
  const member = await givenMember(db, { points: 10 })
  const withdrawal = await requestWithdrawal(deps, member, mpesa(4))
  expect(withdrawal).toMatchObject({
    status: 'pending',
    amountKes: 4000,
    pointsToWithdraw: 4,
    payoutState: null,
  })
  expect(await getBalance(db, member.memberId)).toMatchObject({ availablePoints: 6, heldPoints: 4 })
  const [hold] = await listTransactions(db, member.memberId, { limit: 1 })
  expect(hold).toMatchObject({ kind: 'hold', points: -4, heldPoints: 4, availableAfter: 6, heldAfter: 4 })
})

test('a member with an unverified address cannot withdraw', async () => {
  const member = { ...(await givenMember(db, { points: 10 })), isEmailVerified: false }
  await expect(requestWithdrawal(deps, member, mpesa(4))).rejects.toMatchObject({
    code: 'EMAIL_NOT_VERIFIED',
    failure: { params: { before: 'withdrawal' } },
  })
  expect(await getBalance(db, member.memberId)).toMatchObject({ availablePoints: 10, heldPoints: 0 })
})

test('of fifty concurrent requests for the whole balance one succeeds', async () => {
  const member = await givenMember(db, { points: 5 })
  const race = await startTogether(db, member.memberId, () =>
    Array.from({ length: 50 }, () => requestWithdrawal(deps, member, mpesa(5))),
  )
  const refused = race.flatMap((call) => (call.status === 'rejected' ? [call.reason] : []))
  expect(refused).toHaveLength(49)
  expect(refused.every((reason) => reason.code === 'INSUFFICIENT_POINTS')).toBe(true)
  expect(await getBalance(db, member.memberId)).toMatchObject({ availablePoints: 0, heldPoints: 5 })
  expect(await listWithdrawals(db, member.memberId)).toHaveLength(1)
})

test('twenty concurrent repeats with one key make one withdrawal and get one answer', async () => {
  const member = await givenMember(db, { points: 50 })
  const request = { ...mpesa(2), idempotencyKey: 'tap-1' }
  const race = await startTogether(db, member.memberId, () =>
    Array.from({ length: 20 }, () => requestWithdrawal(deps, member, request)),
  )
  const answers = race.map((call) => (call.status === 'fulfilled' ? call.value : call.reason))
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(await listWithdrawals(db, member.memberId)).toHaveLength(1)
})

test('the key of a withdrawal counts as long as the account exists', async () => {
  const member = await givenMember(db, { points: 50 })
  const request = { ...mpesa(2), idempotencyKey: 'tap-1' }
  const first = await requestWithdrawal(deps, member, request)
  await sql`update call_key set expires_at = expires_at - interval '10 years'`.execute(db)
  await forgetCallKeys(db)
  expect(await requestWithdrawal(deps, member, request)).toEqual(first)
  expect(await listWithdrawals(db, member.memberId)).toHaveLength(1)
})

test('a key used for another request is refused', async () => {
  const member = await givenMember(db, { points: 50 })
  const request = { ...mpesa(2), idempotencyKey: 'tap-1' }
  await requestWithdrawal(deps, member, request)
  expect(await codeOf(requestWithdrawal(deps, member, { ...request, pointsToWithdraw: 3 }))).toBe(
    'KEY_REUSED',
  )
})

test('a refused request leaves its key free', async () => {
  const member = await givenMember(db, { points: 1 })
  const request = { ...mpesa(2), idempotencyKey: 'tap-1' }
  expect(await codeOf(requestWithdrawal(deps, member, request))).toBe('INSUFFICIENT_POINTS')
  await expect(requestWithdrawal(deps, member, { ...request, pointsToWithdraw: 1 })).resolves.toMatchObject({
    pointsToWithdraw: 1,
  })
})

test('a request does not tell whether another account named the number, or proved it', async () => {
  const number = freshNumber()
  const [owner, namer] = [await givenMember(db, { points: 5 }), await givenMember(db, { points: 5 })]
  const proof = { memberId: owner.memberId, method: 'mpesa', value: number, by: 'payment' } as const
  const [fresh, named, proven] = [freshNumber(), freshNumber(), number]
  await db.transaction().execute((trx) => proveDestination(trx, deps, proof))
  await requestWithdrawal(deps, namer, mpesa(1, named))
  const answers = []
  for (const mpesaNumber of [fresh, named, proven]) {
    const stranger = await givenMember(db, { points: 5 })
    const {
      id: _,
      userId: __,
      requestedAt: ___,
      ...said
    } = await requestWithdrawal(deps, stranger, mpesa(1, mpesaNumber))
    expect(await getBalance(db, stranger.memberId)).toMatchObject({ availablePoints: 4, heldPoints: 1 })
    const [saved] = await listOwnPayoutDetails(deps, stranger)
    answers.push({ ...said, mpesaNumber: null, isProven: saved?.isProven })
  }
  expect(answers[1]).toEqual(answers[0])
  expect(answers[2]).toEqual(answers[0])
})

test('an amount that does not match the points is refused by field', async () => {
  const member = await givenMember(db, { points: 5 })
  await expect(requestWithdrawal(deps, member, { ...mpesa(2), amountKes: 2001 })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    fields: { amountKes: [problem('AMOUNT_DIFFERS', { points: 2, amountKes: 2000 })] },
  })
  await expect(requestWithdrawal(deps, member, { ...mpesa(2), amountKes: 2000 })).resolves.toBeDefined()
})

test('the minimum and the limits of M-Pesa come from the economy', async () => {
  const member = await givenMember(db, { points: 1000 })
  const strict = createTestDeps(db, {
    economy: async () => ({ ...(await deps.economy()), minWithdrawalPoints: 3 }),
  })
  await expect(requestWithdrawal(strict, member, mpesa(2))).rejects.toMatchObject({
    fields: { pointsToWithdraw: [problem('BELOW_MINIMUM', { points: 3, amountKes: 3000 })] },
  })
  await expect(requestWithdrawal(deps, member, mpesa(251))).rejects.toMatchObject({
    fields: { pointsToWithdraw: [problem('MPESA_OUT_OF_RANGE', { minKes: 10, maxKes: 250_000 })] },
  })
})

test('a bank withdrawal stores its destination', async () => {
  const member = await givenMember(db, { points: 300 })
  const bank = { bankName: 'Equity', accountNumber: '0123456789', accountName: 'Amina Otieno' }
  const request = {
    withdrawalMethod: 'bank' as const,
    pointsToWithdraw: 300,
    idempotencyKey: undefined,
    ...bank,
  }
  await expect(requestWithdrawal(deps, member, request)).resolves.toMatchObject({
    ...bank,
    mpesaNumber: null,
  })
})

test('two members who name one number at the same time both get their request', async () => {
  const members = [await givenMember(db, { points: 5 }), await givenMember(db, { points: 5 })]
  const number = freshNumber()
  const race = await db.transaction().execute(async (trx) => {
    // Both wait to name the number before either can.
    await sql`lock table destination_claimant in share mode`.execute(trx)
    const calls = members.map((member) => requestWithdrawal(deps, member, mpesa(1, number)))
    const settled = Promise.allSettled(calls)
    await expect.poll(() => countWaitingOnLock(db)).toBe(2)
    return { settled }
  })
  expect((await race.settled).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
  const hashes = hashDestination(deps.secrets, { method: 'mpesa', value: number })
  for (const { memberId } of members)
    expect(await getDestinationFacts(db, { memberId, hashes })).toMatchObject({
      otherClaimants: 1,
      isOwn: false,
    })
})

test('a repeat with its key gets the first answer, even after a change of rate or with the method closed', async () => {
  const member = await givenMember(db, { points: 5 })
  const request = { ...mpesa(2), amountKes: 2000, idempotencyKey: 'lost-answer' }
  const first = await requestWithdrawal(deps, member, request)
  const later = createTestDeps(db, {
    economy: async () => ({ ...(await deps.economy()), kesPerPoint: 900 }),
    payouts: { ...deps.payouts, methods: ['bank'] },
  })
  expect(await requestWithdrawal(later, member, request)).toEqual(first)
  expect(await listWithdrawals(db, member.memberId)).toHaveLength(1)
})

test('points whose value exceeds the column’s range are refused as too many', async () => {
  const member = await givenMember(db, { points: 5 })
  const bank = { bankName: 'Equity', accountNumber: '0123456789', accountName: 'Amina Otieno' }
  const rich = createTestDeps(db, {
    economy: async () => ({ ...(await deps.economy()), kesPerPoint: 10_000_000 }),
  })
  const request = { withdrawalMethod: 'bank' as const, pointsToWithdraw: 1_000_000_000, ...bank }
  await expect(
    requestWithdrawal(rich, member, { ...request, idempotencyKey: undefined }),
  ).rejects.toMatchObject({ code: 'INSUFFICIENT_POINTS' })
})
