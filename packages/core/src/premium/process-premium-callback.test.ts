import { lockPayment, type PaymentRef } from '@chuma/db/queries/premium/premium-payments'
import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { startInLine } from '../admin/testing.ts'
import { finance, takeJobs } from '../payouts/testing.ts'
import { listJobNames, testEveryStep } from '../state-machine.testing.ts'
import { codeOf, givenMember, readRow, readRows, refusals } from '../testing.ts'
import {
  decidePremiumPayment,
  movePayment,
  paymentMachine,
  payPremium,
  pushPremiumPayment,
  sweepPremium,
} from './payments.ts'
import { checkPremiumPayment, processPremiumCallback } from './process-premium-callback.ts'
import {
  callBack,
  cancelled,
  createPremiumDeps,
  createScriptedCollector,
  daysLeft,
  forgetPremiumWork,
  givenAsked,
  givenPremiumPayment,
  newNumber,
  paid,
  runPremiumJobs,
  sweepPremiumLater,
} from './testing.ts'

const { db, close } = await createTestDb({ max: 60 })
afterAll(close)
beforeEach(() => forgetPremiumWork(db))

test('premium begins once a status query confirms the payment, with the receipt and a mail', async () => {
  const { sent, play, standing, say } = await givenPremiumPayment(db)
  play.query = async () => paid
  expect(await say('ukk7rt61sv')).toEqual([])
  const { isPremium, premiumUntil, payment } = await standing()
  expect(isPremium).toBe(true)
  expect(Math.round(daysLeft(premiumUntil))).toBeGreaterThanOrEqual(28)
  expect(payment).toMatchObject({ state: 'paid', receipt: 'UKK7RT61SV', settledAt: expect.any(Date) })
  expect(sent.map(({ kind }) => kind)).toEqual(['sendPremiumStarted'])
})

test('a callback grants nothing until the provider confirms it', async () => {
  const { standing, say } = await givenPremiumPayment(db)
  await say('FORGED0001')
  expect(await standing()).toMatchObject({ isPremium: false, payment: { state: 'waiting' } })
})

test('a callback that the provider contradicts needs review, and staff decide once', async () => {
  const { deps, play, standing, payment, say } = await givenPremiumPayment(db)
  play.query = async () => cancelled
  await say('UKKFALSE01')
  expect(await standing()).toMatchObject({ isPremium: false, payment: { state: 'review' } })
  const decide = () =>
    decidePremiumPayment(deps, finance, { id: payment.id, decision: 'grant', note: 'On the statement' })
  const results = await Promise.allSettled(Array.from({ length: 10 }, decide))
  expect(refusals(results)).toEqual(Array(9).fill('ALREADY_DECIDED'))
  const { payment: settled, premiumUntil } = await standing()
  expect(settled).toMatchObject({ state: 'paid' })
  expect(daysLeft(premiumUntil)).toBeLessThan(32)
})

test('a payment counts once, even with repeated and concurrent confirmations', async () => {
  const { deps, ref, play, standing, checkoutId, pushes } = await givenPremiumPayment(db)
  play.query = async () => paid
  const said = { checkoutRequestId: checkoutId(), receipt: 'UKKTWICE01', amountKes: 1000 }
  await Promise.all(
    Array.from({ length: 20 }, (_, n) => callBack(deps, pushes.at(-1), { ...said, description: `${n}` })),
  )
  const jobs = await takeJobs(db)
  expect(jobs).toHaveLength(20)
  await Promise.all(jobs.map(({ data }) => processPremiumCallback(deps, data)))
  const { premiumUntil } = await standing()
  expect(daysLeft(premiumUntil)).toBeLessThan(32)
  expect(await readRows(db, 'premiumGrant', ['kind'], { memberId: ref.memberId })).toHaveLength(1)
})

test('an unanswered prompt expires, and a late payment still counts', async () => {
  const { deps, play, look, standing, say } = await givenPremiumPayment(db)
  await sweepPremiumLater(deps, 8)
  expect(await look()).toMatchObject({ state: 'expired' })
  play.query = async () => paid
  await say('UKKLATE001')
  expect(await standing()).toMatchObject({ isPremium: true, payment: { state: 'paid' } })
})

test('a payment without a callback is found by a status query, and a late callback adds the receipt', async () => {
  const { deps, play, look, standing, say } = await givenPremiumPayment(db)
  play.query = async () => paid
  await sweepPremiumLater(deps)
  expect(await standing()).toMatchObject({ isPremium: true, payment: { state: 'paid', receipt: null } })
  await say('UKKAFTER01')
  expect(await look()).toMatchObject({ state: 'paid', receipt: 'UKKAFTER01' })
})

test('a payment below the price needs review', async () => {
  const { play, standing, say } = await givenPremiumPayment(db)
  play.query = async () => paid
  await say('UKKLESS001', { amountKes: 10 })
  expect(await standing()).toMatchObject({ isPremium: false, payment: { state: 'review' } })
})

test('one receipt pays once', async () => {
  const first = await givenPremiumPayment(db)
  first.play.query = async () => paid
  await first.say('UKKSAME001')
  const second = await givenPremiumPayment(db)
  second.play.query = async () => paid
  await second.say('ukksame001')
  expect(await second.standing()).toMatchObject({ isPremium: false, payment: { state: 'review' } })
})

test('a callback about another prompt changes nothing', async () => {
  const mine = await givenPremiumPayment(db)
  const other = await givenPremiumPayment(db)
  mine.play.query = async () => cancelled
  await mine.say('UKKOTHER01', { checkoutRequestId: other.checkoutId() })
  expect(await mine.look()).toMatchObject({ receipt: null })
})

test('an unknown callback address is not found', async () => {
  const { deps } = await givenPremiumPayment(db)
  expect(await codeOf(callBack(deps, undefined, { checkoutRequestId: 'x' }))).toBe('NOT_FOUND')
})

test.each(['', '{', '<html>', '{"Body":null}', '[]', '7'])(
  'a callback with the body %j does no harm',
  async (raw) => {
    const { deps, pushes, look } = await givenPremiumPayment(db)
    await callBack(deps, pushes.at(-1), { raw })
    expect(await runPremiumJobs(deps)).toEqual([])
    expect(await look()).toMatchObject({ state: 'waiting' })
  },
)

test('a member who refuses the prompt sees that, and can try again', async () => {
  const { deps, play, look, member, pushes, checkoutId } = await givenPremiumPayment(db)
  play.query = async () => cancelled
  await callBack(deps, pushes.at(-1), { checkoutRequestId: checkoutId(), code: '1032', isPaid: false })
  expect(await runPremiumJobs(deps)).toEqual([])
  expect(await look()).toMatchObject({ state: 'failed', problem: 'You cancelled it.' })
  expect(await payPremium(deps, member, { mpesaNumber: newNumber(), months: 1 })).toMatchObject({
    state: 'asked',
  })
})

test('the database refuses to change a grant or reopen a settled payment', async () => {
  const { play, payment, say } = await givenPremiumPayment(db)
  play.query = async () => paid
  await say('UKKFINAL01')
  await expect(db.updateTable('premiumGrant').set({ months: 12 }).execute()).rejects.toThrow('never changed')
  await expect(
    sql`update premium_payment set state = 'failed', settled_at = null where payment_id = ${payment.id}`.execute(
      db,
    ),
  ).rejects.toThrow('is final')
})

/** A payment that expires at the next sweep, and a way to run calls while its row is locked. */
async function givenLastCheck() {
  const given = await givenPremiumPayment(db)
  const { ref } = given
  await sql`
    update premium_payment set checks = 7, next_check_at = clock_timestamp() where payment_id = ${ref.paymentId}
  `.execute(db)
  const whileHeld = async (steps: (() => Promise<unknown>)[]) => {
    const payment = sql`select from premium_payment where payment_id = ${ref.paymentId} for update`
    const results = await startInLine(db, (holder) => payment.execute(holder), steps)
    expect(results.filter(({ status }) => status === 'rejected')).toEqual([])
  }
  const countGrants = async () =>
    (await readRows(db, 'premiumGrant', ['grantId'], { memberId: ref.memberId })).length
  return { ...given, whileHeld, countGrants }
}

test.each(['the sweep', 'the answer'])(
  'a payment that arrives at the moment of its expiry counts once, even if %s is first',
  async (first) => {
    const { deps, play, ref, standing, whileHeld, countGrants } = await givenLastCheck()
    play.query = async () => paid
    const sweep = () => sweepPremium(deps)
    const checks = Array.from({ length: 4 }, () => () => checkPremiumPayment(deps, ref))
    await whileHeld(first === 'the sweep' ? [sweep, ...checks] : [...checks, sweep])
    expect(await standing()).toMatchObject({ isPremium: true, payment: { state: 'paid' } })
    expect(await countGrants()).toBe(1)
    const jobs = await takeJobs(db)
    expect(jobs.filter(({ name }) => name === 'send-premium-started')).toHaveLength(1)
  },
)

test('a failed payment becomes paid if the provider reports it later, but not the reverse', async () => {
  const { deps, play, ref, look, countGrants } = await givenLastCheck()
  play.query = async () => cancelled
  await checkPremiumPayment(deps, ref)
  expect(await look()).toMatchObject({ state: 'failed' })
  play.query = async () => paid
  await checkPremiumPayment(deps, ref)
  expect(await look()).toMatchObject({ state: 'paid', problem: null })
  play.query = async () => cancelled
  await checkPremiumPayment(deps, ref)
  expect(await look()).toMatchObject({ state: 'paid' })
  expect(await countGrants()).toBe(1)
})

test('a push’s answer changes nothing after a callback has settled the payment', async () => {
  const { deps, ref, play, checkoutId, say } = await givenAsked(db, { query: async () => paid })
  play.push = async () => {
    expect(await say('UKKQUICK01')).toEqual([])
    return { outcome: 'accepted', merchantRequestId: 'm', checkoutRequestId: checkoutId() }
  }
  await takeJobs(db)
  await pushPremiumPayment(deps, ref)
  const { paymentId } = ref
  expect(await readRow(db, 'premiumPayment', ['state', 'receipt', 'nextCheckAt'], { paymentId })).toEqual({
    state: 'paid',
    receipt: 'UKKQUICK01',
    nextCheckAt: null,
  })
})

const decided = { decidedBy: 'staff:fatuma', decisionNote: 'On the statement' }

testEveryStep(db, paymentMachine, {
  given: async () => {
    const { deps } = createPremiumDeps(db, createScriptedCollector().collector)
    const member = await givenMember(db)
    const { id } = await payPremium(deps, member, { mpesaNumber: newNumber(), months: 2 })
    return { memberId: member.memberId, paymentId: id }
  },
  put: (trx, { paymentId }, state) =>
    sql`
      update premium_payment set state = ${state},
        settled_at = case when ${state} in ('paid', 'closed') then now() end
      where payment_id = ${paymentId}
    `.execute(trx),
  lock: async (trx, ref: PaymentRef) => ({ ref, payment: await lockPayment(trx, ref) }),
  move: (trx, { ref, payment }, step) => {
    const payer = { email: 'amina@example.com', timeZone: 'Africa/Nairobi' }
    return movePayment(trx, { ref, payment, payer }, { ...step, ...decided })
  },
  look: async (trx, ref) => {
    const payment = await lockPayment(trx, ref)
    const grants = await readRows(trx, 'premiumGrant', ['sourceKey', 'months'], { memberId: ref.memberId })
    const jobs = await listJobNames(trx, ref.memberId)
    return {
      state: payment.state,
      did: [
        ...grants.map(() => 'grant premium'),
        ...jobs.filter((name) => name === 'send-premium-started').map(() => 'tell member'),
      ],
      row: [payment, grants, jobs],
    }
  },
})
