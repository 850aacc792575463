import { problem } from '@chuma/contract/problems'
import { forgetCallKeys } from '@chuma/db/queries/call-keys'
import { getDestinationFacts } from '@chuma/db/queries/wallet/destinations'
import { listTransactions, type NewPosting } from '@chuma/db/queries/wallet/ledger'
import { getBalance } from '@chuma/db/queries/wallet/wallet'
import { listWithdrawals } from '@chuma/db/queries/wallet/withdrawals'
import { createTestDb, startTogether } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { hashDestination } from '../account/destinations.ts'
import { startBehind } from '../admin/testing.ts'
import { givenTaxRate } from '../books/testing.ts'
import { verifyLedger } from '../books/verify-ledger.ts'
import type { SignedInMember } from '../caller.ts'
import { approve, ask, forgetWork, look, newNumber, reject, runJobs } from '../payouts/testing.ts'
import { cancelWithdrawal, listOwnPayoutDetails, requestWithdrawal } from '../payouts/withdrawals.ts'
import { createSecrets } from '../secrets/secrets.ts'
import { codeOf, createMailCapture, createTestDeps, givenMember, readRow, refusals } from '../testing.ts'
import { proveDestination } from './destinations/name-destination.ts'
import { postPoints } from './ledger.ts'
import { forgetPayoutDetails, getTerms } from './statements.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createTestDeps(db)

const mpesa = (pointsToWithdraw: number, mpesaNumber = newNumber()) => ({
  withdrawalMethod: 'mpesa' as const,
  pointsToWithdraw,
  mpesaNumber,
  idempotencyKey: undefined as string | undefined,
})

const equity = { bankName: 'Equity Bank', accountNumber: '0123456789', accountName: 'Amina Otieno' }
type Wish = Partial<typeof equity> & { pointsToWithdraw?: number }

const askBank = (member: SignedInMember, wish: Wish = {}, by = deps) =>
  requestWithdrawal(by, member, {
    withdrawalMethod: 'bank',
    pointsToWithdraw: 1,
    ...equity,
    ...wish,
    idempotencyKey: undefined,
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
  expect(refusals(race)).toEqual(Array(49).fill('INSUFFICIENT_POINTS'))
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

test('a request does not tell whether another account named the number, or proved it', async () => {
  const number = newNumber()
  const [owner, namer] = [await givenMember(db, { points: 5 }), await givenMember(db, { points: 5 })]
  const proof = { memberId: owner.memberId, method: 'mpesa', value: number, by: 'payment' } as const
  const [fresh, named, proven] = [newNumber(), newNumber(), number]
  await db.transaction().execute((trx) => proveDestination(trx, deps, proof))
  await requestWithdrawal(deps, namer, mpesa(1, named))
  const answers = []
  for (const mpesaNumber of [fresh, named, proven]) {
    const stranger = await givenMember(db, { points: 5 })
    const answer = await requestWithdrawal(deps, stranger, mpesa(1, mpesaNumber))
    const { id: _id, userId: _userId, requestedAt: _at, ...said } = answer
    expect(await getBalance(db, stranger.memberId)).toMatchObject({ availablePoints: 4, heldPoints: 1 })
    const [saved] = await listOwnPayoutDetails(deps, stranger)
    answers.push({ ...said, mpesaNumber: null, isProven: saved?.isProven })
  }
  expect(answers[1]).toEqual(answers[0])
  expect(answers[2]).toEqual(answers[0])
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
  const asked = await askBank(member, { pointsToWithdraw: 300 })
  expect(asked).toMatchObject({ ...equity, mpesaNumber: null })
})

test('two members who name one number at the same time both get their request', async () => {
  const members = [await givenMember(db, { points: 5 }), await givenMember(db, { points: 5 })]
  const number = newNumber()
  // Both wait to name the number before either can.
  const race = await startBehind(
    db,
    (trx) => sql`lock table destination_claimant in share mode`.execute(trx),
    () => members.map((member) => requestWithdrawal(deps, member, mpesa(1, number))),
  )
  expect(refusals(race)).toEqual([])
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
  const rich = createTestDeps(db, {
    economy: async () => ({ ...(await deps.economy()), kesPerPoint: 10_000_000 }),
  })
  expect(await codeOf(askBank(member, { pointsToWithdraw: 1_000_000_000 }, rich))).toBe('INSUFFICIENT_POINTS')
})

async function givenAsked() {
  const member = await givenMember(db, { points: 10 })
  const { id } = await ask(deps, member, { points: 4 })
  return { member, id, ref: { memberId: member.memberId, withdrawalId: id } }
}

test('a member cancels what nobody has decided, and a repeat answers the same', async () => {
  const { member, id } = await givenAsked()
  const first = await cancelWithdrawal(deps, member, { id })
  expect(first).toMatchObject({ status: 'rejected', payoutState: 'cancelled', holds: [], receipt: null })
  expect(await cancelWithdrawal(deps, member, { id })).toEqual(first)
  expect(await getBalance(db, member.memberId)).toMatchObject({ availablePoints: 10, heldPoints: 0 })
  const { description } = await readRow(db, 'posting', ['description'], {
    memberId: member.memberId,
    kind: 'release',
  })
  expect(description).toBe('Withdrawal of KES 4,000 cancelled, points restored')
  expect(await verifyLedger(deps)).toMatchObject({ ok: true })
})

test('nobody cancels another member’s withdrawal, and none after the session has ended', async () => {
  const { id, ref, member } = await givenAsked()
  const other = await givenMember(db)
  await expect(cancelWithdrawal(deps, other, { id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await sql`delete from session where member_id = ${member.memberId}`.execute(db)
  await expect(cancelWithdrawal(deps, member, { id })).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' })
  expect(await look(db, ref)).toMatchObject({ status: 'pending', held: 4 })
})

test('what is approved or decided cannot be cancelled', async () => {
  const { member, id, ref } = await givenAsked()
  await approve(deps, { id })
  const cancel = () => cancelWithdrawal(deps, member, { id })
  await expect(cancel()).rejects.toMatchObject({ code: 'WITHDRAWAL_STATE' })
  await reject(deps, { id })
  await expect(cancel()).rejects.toMatchObject({ code: 'WITHDRAWAL_STATE' })
  expect(await look(db, ref)).toMatchObject({ status: 'rejected', payoutState: null, available: 10 })
})

test('of a cancellation and an approval at the same moment one counts', async () => {
  for (let turn = 0; turn < 5; turn++) {
    const { member, id, ref } = await givenAsked()
    const race = await startTogether(db, ref.memberId, () => [
      approve(deps, { id }),
      cancelWithdrawal(deps, member, { id }),
    ])
    const [approved, cancelled] = race.map(({ status }) => status === 'fulfilled')
    expect([approved, cancelled].filter(Boolean)).toHaveLength(1)
    expect(await look(db, ref)).toMatchObject(
      cancelled ? { payoutState: 'cancelled', available: 10, held: 0 } : { status: 'approved', held: 4 },
    )
  }
})

const save = (member: SignedInMember, mpesaNumber = newNumber(), saveDetails?: boolean) =>
  requestWithdrawal(deps, member, {
    ...mpesa(1, mpesaNumber),
    ...(saveDetails !== undefined && { saveDetails }),
  })

async function findChange(memberId: string, method = 'mpesa'): Promise<string | undefined> {
  const { rows } = await sql<{ at: string }>`
    select changed_at::text as at from payout_details where member_id = ${memberId} and method = ${method}
  `.execute(db)
  return rows[0]?.at
}

test('payout details are saved by method, the latest first', async () => {
  const member = await givenMember(db, { points: 9 })
  const [first, second] = [newNumber(), newNumber()]
  await save(member, first)
  await askBank(member)
  expect(await listOwnPayoutDetails(deps, member)).toMatchObject([
    { withdrawalMethod: 'bank', ...equity, mpesaNumber: null, paypalEmail: null },
    { withdrawalMethod: 'mpesa', mpesaNumber: first, bankName: null },
  ])
  await save(member, second)
  expect(await listOwnPayoutDetails(deps, member)).toMatchObject([
    { withdrawalMethod: 'mpesa', mpesaNumber: second },
    { withdrawalMethod: 'bank' },
  ])
})

test('details are not saved if the member declines, and earlier ones stay', async () => {
  const member = await givenMember(db, { points: 9 })
  const number = newNumber()
  await save(member, newNumber(), false)
  expect(await listOwnPayoutDetails(deps, member)).toEqual([])
  await save(member, number, true)
  await save(member, newNumber(), false)
  expect(await listOwnPayoutDetails(deps, member)).toMatchObject([{ mpesaNumber: number }])
})

test('a refused request saves nothing', async () => {
  const poor = await givenMember(db)
  await expect(save(poor)).rejects.toMatchObject({ code: 'INSUFFICIENT_POINTS' })
  expect(await listOwnPayoutDetails(deps, poor)).toEqual([])
})

test('reusing the same details does not change them, other details do', async () => {
  const member = await givenMember(db, { points: 9 })
  const number = newNumber()
  await save(member, number)
  const since = await findChange(member.memberId)
  await save(member, number)
  expect(await findChange(member.memberId)).toBe(since)
  await save(member)
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
  for (const member of [ann, ben]) await save(member)
  await askBank(ann)
  await forgetPayoutDetails(deps, ann, { method: 'mpesa' })
  await forgetPayoutDetails(deps, ann, { method: 'mpesa' })
  expect(await listOwnPayoutDetails(deps, ann)).toMatchObject([{ withdrawalMethod: 'bank' }])
  expect(await listOwnPayoutDetails(deps, ben)).toMatchObject([{ withdrawalMethod: 'mpesa' }])
})

const taking = (memberId: string, points: number): NewPosting => ({
  memberId,
  kind: 'adjustment',
  availableDelta: -points,
  heldDelta: 0,
  houseAccount: 'adjustments',
  sourceKey: `test:${points}`,
  description: 'Taken back',
  actor: 'system',
})

test('a member cannot lose more than they have, and keeps everything when it is tried', async () => {
  const { memberId } = await givenMember(db, { points: 5 })
  await expect(postPoints(db, taking(memberId, 6))).rejects.toMatchObject({ code: 'INSUFFICIENT_POINTS' })
  expect(await getBalance(db, memberId)).toMatchObject({ availablePoints: 5 })
  expect(await postPoints(db, taking(memberId, 5))).toMatchObject({ availableAfter: 0 })
})

test('any other failure of the database is passed on', async () => {
  const { memberId } = await givenMember(db, { points: 5 })
  const nonsense = { ...taking(memberId, 1), houseAccount: 'nobody' } as unknown as NewPosting
  await expect(postPoints(db, nonsense)).rejects.toMatchObject({ code: '23514' })
})

const { mail, sent } = createMailCapture()
const plain = createTestDeps(db, { mail })
const open = { ...plain, payouts: { ...plain.payouts, methods: ['mpesa', 'bank', 'paypal'] as const } }

beforeEach(async () => {
  await forgetWork(db)
  await givenTaxRate(db, 0)
})

const paypal = (pointsToWithdraw: number, paypalEmail = 'amina@example.com') => ({
  withdrawalMethod: 'paypal' as const,
  pointsToWithdraw,
  paypalEmail,
  idempotencyKey: undefined,
})

test('a PayPal amount is fixed in dollars at the current rate, rounded down to cents', async () => {
  const member = await givenMember(db, { points: 10 })
  expect(await requestWithdrawal(open, member, paypal(2))).toMatchObject({
    amountKes: 2000,
    amountUsd: 15.5,
    payoutKes: 2000,
    paypalEmail: 'amina@example.com',
    mpesaNumber: null,
    reviewReasons: ['new-paypal'],
  })
  expect(await requestWithdrawal(open, member, paypal(2))).toMatchObject({ reviewReasons: [] })
  await runJobs(open)
  expect(sent).toMatchObject([{ mail: { method: 'paypal', destination: 'a…@example.com' } }])
})

test('a PayPal payment is the amount after tax', async () => {
  const member = await givenMember(db, { points: 10 })
  await givenTaxRate(db, 5)
  expect(await requestWithdrawal(open, member, paypal(2))).toMatchObject({
    amountKes: 2000,
    taxKes: 100,
    payoutKes: 1900,
    amountUsd: 14.72,
  })
})

test('less than a dollar is refused, and so is a closed method', async () => {
  const member = await givenMember(db, { points: 10 })
  const cheap = { ...open, economy: async () => ({ ...(await open.economy()), kesPerPoint: 128 }) }
  await expect(requestWithdrawal(cheap, member, paypal(1))).rejects.toMatchObject({
    fields: { pointsToWithdraw: [problem('PAYPAL_TOO_SMALL', { amountUsd: 1 })] },
  })
  const exact = { ...open, economy: async () => ({ ...(await open.economy()), kesPerPoint: 129 }) }
  await expect(requestWithdrawal(exact, member, paypal(1))).resolves.toMatchObject({ amountUsd: 1 })
  await expect(requestWithdrawal(plain, member, paypal(2))).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    fields: { withdrawalMethod: [problem('METHOD_CLOSED', { methods: ['mpesa', 'bank'] })] },
  })
})

test('the terms contain the open methods and today’s tax', async () => {
  expect(await getTerms(plain)).toMatchObject({ methods: ['mpesa', 'bank'], taxPercent: 0, kesPerUsd: 129 })
  await givenTaxRate(db, 7.5, { daysAgo: -1 })
  expect(await getTerms(plain)).toMatchObject({ taxPercent: 0 })
  await givenTaxRate(db, 7.5)
  expect(await getTerms(open)).toMatchObject({ methods: ['mpesa', 'bank', 'paypal'], taxPercent: 7.5 })
})

test('tax applies from the day of its rate, and the caller’s amount is gross', async () => {
  const member = await givenMember(db, { points: 10 })
  await givenTaxRate(db, 7.25, { daysAgo: -2 })
  expect(await requestWithdrawal(open, member, mpesa(3))).toMatchObject({ taxPercent: 0, payoutKes: 3000 })
  await givenTaxRate(db, 7.25)
  const answer = await requestWithdrawal(open, member, { ...mpesa(3), amountKes: 3000 })
  expect(answer).toMatchObject({ amountKes: 3000, taxPercent: 7.25, taxKes: 218, payoutKes: 2782 })
  await expect(requestWithdrawal(open, member, { ...mpesa(3), amountKes: 2782 })).rejects.toMatchObject({
    fields: { amountKes: [problem('AMOUNT_DIFFERS', { points: 3, amountKes: 3000 })] },
  })
})

test('M-Pesa’s limits apply to the amount after tax', async () => {
  const member = await givenMember(db, { points: 300 })
  await givenTaxRate(db, 5)
  await expect(requestWithdrawal(open, member, mpesa(260))).resolves.toMatchObject({ payoutKes: 247_000 })
  const small = { ...open, economy: async () => ({ ...(await open.economy()), kesPerPoint: 10 }) }
  await expect(requestWithdrawal(small, member, mpesa(1))).rejects.toMatchObject({
    fields: { pointsToWithdraw: [problem('MPESA_OUT_OF_RANGE', { minKes: 10, maxKes: 250_000 })] },
  })
})

test('a withdrawal with nothing left after tax is refused', async () => {
  const member = await givenMember(db, { points: 3 })
  await givenTaxRate(db, 50)
  const tiny = { ...open, economy: async () => ({ ...(await open.economy()), kesPerPoint: 1 }) }
  await expect(askBank(member, {}, tiny)).rejects.toMatchObject({
    fields: { pointsToWithdraw: [problem('NOTHING_AFTER_TAX')] },
  })
})
