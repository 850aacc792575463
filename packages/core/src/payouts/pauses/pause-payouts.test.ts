import { listAdminPayoutPauses, listPayoutPauses } from '@chuma/db/queries/payouts/payout-pauses'
import { listWithdrawals } from '@chuma/db/queries/wallet/withdrawals'
import { createTestDb, startTogether } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { letDeletionCome } from '../../account/testing.ts'
import { listAudit } from '../../admin/testing.ts'
import { eraseMembers } from '../../personal-data/erase-members.ts'
import { givenMember } from '../../testing.ts'
import { postPoints } from '../../wallet/ledger.ts'
import { decideWithdrawal } from '../approvals/decide-withdrawal.ts'
import { sendPayout } from '../attempts/send-payout.ts'
import { sweepPayouts } from '../attempts/sweep-payouts.ts'
import { liftPayoutPause, pausePayouts } from '../pauses.ts'
import {
  createPayoutDeps,
  createScriptedProvider,
  finance,
  givenWithdrawal,
  letTimePass,
  look,
  runJobs,
} from '../testing.ts'
import { requestWithdrawal } from '../withdrawals.ts'
import { createPauseWorld, newRequest, PAUSE_REASON } from './create-pause-world.testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
const { deps, givenPaused, mailNews, forgetNews } = createPauseWorld(db)
beforeEach(forgetNews)

const nobody = '00000000-0000-4000-8000-000000000000'
const reason = PAUSE_REASON
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'passed',
    (error) => error.code,
  )

test('a paused member cannot withdraw and reads why, but can still earn and keeps their points', async () => {
  const member = await givenMember(db, { points: 9 })
  const { memberId } = member
  const paused = await pausePayouts(deps, finance, { memberId, reason })
  expect(paused).toMatchObject({
    userId: memberId,
    reason,
    pausedBy: finance.name,
    liftedAt: null,
    appeal: null,
  })
  await expect(requestWithdrawal(deps, member, newRequest())).rejects.toMatchObject({
    code: 'PAYOUTS_PAUSED',
    failure: { params: { reason, appeal: 'none' } },
  })
  await db.transaction().execute((trx) =>
    postPoints(trx, {
      memberId,
      kind: 'survey',
      availableDelta: 3,
      heldDelta: 0,
      houseAccount: 'rewards',
      sourceKey: 'survey:1',
      description: 'A survey',
      actor: 'system',
    }),
  )
  const wallet = await db
    .selectFrom('wallet')
    .select(['available', 'held'])
    .where('memberId', '=', memberId)
    .executeTakeFirst()
  expect(wallet).toEqual({ available: 12, held: 0 })
  expect(await mailNews()).toEqual([
    { kind: 'sendPayoutsPaused', mail: { to: member.email, firstName: 'Amina', reason } },
  ])
  expect(await listAudit(db, `member:${memberId}`)).toMatchObject([
    { actor: finance.name, action: 'payouts.paused', reason },
  ])
})

test('a repeat of a request from before the pause, with its key, still gets its answer', async () => {
  const member = await givenMember(db, { points: 9 })
  const wish = { ...newRequest(), idempotencyKey: 'tap-1' }
  const first = await requestWithdrawal(deps, member, wish)
  await pausePayouts(deps, finance, { memberId: member.memberId, reason })
  expect(await requestWithdrawal(deps, member, wish)).toEqual(first)
})

test('after the pause the member can withdraw again, and reads the reason', async () => {
  const { member, memberId } = await givenPaused()
  await mailNews()
  const lifted = await liftPayoutPause(deps, finance, { memberId, reason: 'All is well' })
  expect(lifted).toMatchObject({
    liftReason: 'All is well',
    liftedBy: finance.name,
    liftedAt: expect.any(Date),
  })
  expect(await codeOf(requestWithdrawal(deps, member, newRequest()))).toBe('passed')
  expect(await mailNews()).toEqual([
    { kind: 'sendPayoutsResumed', mail: { to: member.email, firstName: 'Amina', reason: 'All is well' } },
  ])
  expect((await listAudit(db, `member:${memberId}`)).at(-1)).toMatchObject({
    action: 'payouts.pause-lifted',
    before: { reason, pausedBy: finance.name },
    reason: 'All is well',
  })
  expect(await codeOf(liftPayoutPause(deps, finance, { memberId, reason }))).toBe('ACCOUNT_STATE')
  expect(await codeOf(pausePayouts(deps, finance, { memberId, reason }))).toBe('passed')
  expect((await listPayoutPauses(db, memberId)).map(({ liftedAt }) => liftedAt === null)).toEqual([
    true,
    false,
  ])
})

test('if a pause is lifted before its mail is sent, only its end is mailed', async () => {
  const { memberId } = await givenPaused()
  await liftPayoutPause(deps, finance, { memberId, reason: 'A mistake' })
  expect((await mailNews()).map(({ kind }) => kind)).toEqual(['sendPayoutsResumed'])
})

test('an approved payout waits until the pause is lifted and is then sent once; the member sees why', async () => {
  const { provider, sends } = createScriptedProvider()
  const paying = createPayoutDeps(db, provider)
  const { id, ref, memberId } = await givenWithdrawal(db)
  await decideWithdrawal(paying, finance, { id, status: 'approved', adminNotes: '' })
  await pausePayouts(paying, finance, { memberId, reason })
  await runJobs(paying)
  await letTimePass(db)
  await sweepPayouts(paying)
  await runJobs(paying)
  expect(sends).toEqual([])
  expect(await look(db, ref)).toMatchObject({
    status: 'approved',
    payoutState: 'queued',
    attempts: ['prepared'],
  })
  expect(await listWithdrawals(db, memberId)).toMatchObject([{ waitReason: 'paused' }])
  await liftPayoutPause(paying, finance, { memberId, reason: 'All is well' })
  expect(await listWithdrawals(db, memberId)).toMatchObject([{ waitReason: null }])
  await runJobs(paying)
  expect(sends).toHaveLength(1)
  expect(await look(db, ref)).toMatchObject({ payoutState: 'sent' })
})

test('a pause stops a worker that prepares a payout, but not a sent payout', async () => {
  const { provider, play, sends } = createScriptedProvider()
  const paying = createPayoutDeps(db, provider)
  const { id, ref, memberId } = await givenWithdrawal(db)
  await decideWithdrawal(paying, finance, { id, status: 'approved', adminNotes: '' })
  play.prepare = async () => {
    await pausePayouts(paying, finance, { memberId, reason })
    return { outcome: 'ready' }
  }
  await sendPayout(paying, ref)
  expect(sends).toEqual([])
  expect(await look(db, ref)).toMatchObject({ payoutState: 'queued', attempts: ['prepared'] })
})

test('no request succeeds after a concurrent pause', async () => {
  const member = await givenMember(db, { points: 50 })
  const { memberId } = member
  const race = await startTogether<unknown>(db, memberId, () => [
    ...Array.from({ length: 5 }, () => requestWithdrawal(deps, member, newRequest())),
    pausePayouts(deps, finance, { memberId, reason }),
    ...Array.from({ length: 5 }, () => requestWithdrawal(deps, member, newRequest())),
  ])
  const refused = race.flatMap((call) => (call.status === 'rejected' ? [call.reason.code] : []))
  expect(refused).toEqual(Array(refused.length).fill('PAYOUTS_PAUSED'))
  const { rows } = await sql`
    select 1 from withdrawal w join payout_pause p using (member_id)
    join posting h on h.subject_id = w.withdrawal_id
    where w.member_id = ${memberId} and h.created_at > p.paused_at
  `.execute(db)
  expect(rows).toEqual([])
  expect(await codeOf(requestWithdrawal(deps, member, newRequest()))).toBe('PAYOUTS_PAUSED')
})

test('of concurrent pauses one counts, and of concurrent ends too', async () => {
  const { memberId } = await givenMember(db)
  const pauses = await startTogether(db, memberId, () =>
    Array.from({ length: 10 }, () => codeOf(pausePayouts(deps, finance, { memberId, reason }))),
  )
  const ends = await startTogether(db, memberId, () =>
    Array.from({ length: 10 }, () => codeOf(liftPayoutPause(deps, finance, { memberId, reason }))),
  )
  for (const race of [pauses, ends]) {
    const codes = race.map((call) => (call.status === 'fulfilled' ? call.value : 'failed'))
    expect(codes.sort()).toEqual([...Array(9).fill('ACCOUNT_STATE'), 'passed'])
  }
  expect(await listPayoutPauses(db, memberId)).toHaveLength(1)
  expect(await listAudit(db, `member:${memberId}`)).toHaveLength(2)
})

test('unknown and erased members are not found', async () => {
  const gone = await givenMember(db)
  await letDeletionCome(db, gone.memberId)
  await eraseMembers(deps)
  for (const memberId of [nobody, gone.memberId]) {
    expect(await codeOf(pausePayouts(deps, finance, { memberId, reason }))).toBe('NOT_FOUND')
    expect(await codeOf(liftPayoutPause(deps, finance, { memberId, reason }))).toBe('NOT_FOUND')
  }
})

test('the list of pauses continues after the last one of a page', async () => {
  const [first, second] = [await givenPaused(), await givenPaused()]
  const all = await listAdminPayoutPauses(db, { limit: 100 })
  const ids = all.map(({ id }) => id)
  expect(ids.slice(-2)).toEqual([first.id, second.id])
  const next = await listAdminPayoutPauses(db, { after: first.id, limit: 100 })
  expect(next.map(({ id }) => id)).toEqual([second.id])
  expect(
    (await listAdminPayoutPauses(db, { state: 'lifted', limit: 100 })).map(({ id }) => id),
  ).not.toContain(first.id)
})
