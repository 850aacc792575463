import { listAdminPayoutPauses, listPayoutPauses, lockPause } from '@chuma/db/queries/payouts/payout-pauses'
import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { letDeletionCome } from '../../account/testing.ts'
import { listAudit, startBehind } from '../../admin/testing.ts'
import type { SignedInMember } from '../../caller.ts'
import { eraseMembers } from '../../personal-data/erase-members.ts'
import { givenMember } from '../../testing.ts'
import { decideWithdrawal } from '../approvals/decide-withdrawal.ts'
import { answerAppeal, appealPayoutPause, liftPayoutPause, pausePayouts } from '../pauses.ts'
import { createPayoutDeps, createScriptedProvider, finance, givenWithdrawal, runJobs } from '../testing.ts'
import { requestWithdrawal } from '../withdrawals.ts'
import { createPauseWorld, newRequest, PAUSE_REASON } from './create-pause-world.testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
const { deps, givenPaused, mailNews, forgetNews } = createPauseWorld(db)
beforeEach(forgetNews)

const nobody = '00000000-0000-4000-8000-000000000000'
const reason = PAUSE_REASON
const appeal = 'The other account is my sister’s.'
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'passed',
    (error) => error.code,
  )

async function givenAppealed() {
  const given = await givenPaused()
  await appealPayoutPause(deps, given.member, { id: given.id, appeal })
  return given
}

test('an answer that lifts the pause also releases the payouts', async () => {
  const { provider, sends } = createScriptedProvider()
  const paying = createPayoutDeps(db, provider)
  const { id, memberId } = await givenWithdrawal(db)
  const member = { memberId } as SignedInMember
  const pause = await pausePayouts(paying, finance, { memberId, reason })
  await decideWithdrawal(paying, finance, { id, status: 'approved', adminNotes: '' })
  await appealPayoutPause(paying, member, { id: pause.id, appeal })
  await runJobs(paying)
  expect(sends).toEqual([])
  await answerAppeal(paying, finance, { id: pause.id, answer: 'You are right', isLifted: true })
  await runJobs(paying)
  expect(sends).toHaveLength(1)
})

test('a member can appeal once for each pause, and staff see it among the waiting ones', async () => {
  const { member, memberId, id } = await givenPaused()
  expect(await listAdminPayoutPauses(db, { memberId, state: 'appealed', limit: 9 })).toEqual([])
  const appealed = await appealPayoutPause(deps, member, { id, appeal })
  expect(appealed).toMatchObject({ id, appeal, appealedAt: expect.any(Date), appealAnswer: null })
  expect(await codeOf(appealPayoutPause(deps, member, { id, appeal: 'Once more, please' }))).toBe(
    'APPEAL_STATE',
  )
  expect(await listAdminPayoutPauses(db, { state: 'appealed', limit: 9 })).toMatchObject([
    { id, userId: memberId, appeal },
  ])
  await expect(requestWithdrawal(deps, member, newRequest())).rejects.toMatchObject({
    failure: { params: { appeal: 'sent' } },
  })
  await liftPayoutPause(deps, finance, { memberId, reason: 'All is well' })
  expect(await listAdminPayoutPauses(db, { state: 'appealed', limit: 9 })).toEqual([])
  const second = await pausePayouts(deps, finance, { memberId, reason })
  expect(await codeOf(appealPayoutPause(deps, member, { id: second.id, appeal }))).toBe('passed')
  await liftPayoutPause(deps, finance, { memberId, reason: 'All is well' })
})

test('of ten concurrent appeals one is stored', async () => {
  const { member, memberId, id } = await givenPaused()
  const race = await startBehind(
    db,
    (holder) => lockPause(holder, { memberId, pauseId: id }),
    () =>
      Array.from({ length: 10 }, (_, n) =>
        codeOf(appealPayoutPause(deps, member, { id, appeal: `It is my sister ${n}` })),
      ),
  )
  const codes = race.map((call) => (call.status === 'fulfilled' ? call.value : 'failed'))
  expect(codes.sort()).toEqual([...Array(9).fill('APPEAL_STATE'), 'passed'])
})

test('nobody can appeal for someone else, or after the pause', async () => {
  const { member, memberId, id } = await givenPaused()
  const other = await givenMember(db)
  expect(await codeOf(appealPayoutPause(deps, other, { id, appeal }))).toBe('NOT_FOUND')
  expect(await codeOf(appealPayoutPause(deps, member, { id: nobody, appeal }))).toBe('NOT_FOUND')
  await liftPayoutPause(deps, finance, { memberId, reason: 'All is well' })
  expect(await codeOf(appealPayoutPause(deps, member, { id, appeal }))).toBe('APPEAL_STATE')
})

test('an appeal is answered once, keeping or lifting the pause, and the member reads the answer', async () => {
  const { member, memberId, id } = await givenAppealed()
  await mailNews()
  const kept = await answerAppeal(deps, finance, { id, answer: 'It stays', isLifted: false })
  expect(kept).toMatchObject({ appealAnswer: 'It stays', answeredBy: finance.name, liftedAt: null })
  const reader = { to: member.email, firstName: 'Amina' }
  expect(await mailNews()).toEqual([{ kind: 'sendAppealAnswered', mail: { ...reader, answer: 'It stays' } }])
  await expect(requestWithdrawal(deps, member, newRequest())).rejects.toMatchObject({
    failure: { params: { appeal: 'answered', answer: 'It stays' } },
  })
  const again = { id, answer: 'It ends', isLifted: true }
  expect(await codeOf(answerAppeal(deps, finance, again))).toBe('ALREADY_DECIDED')

  const other = await givenAppealed()
  await mailNews()
  const lifted = await answerAppeal(deps, finance, { ...again, id: other.id })
  expect(lifted).toMatchObject({ appealAnswer: 'It ends', liftReason: 'It ends', liftedAt: expect.any(Date) })
  expect((await mailNews()).map(({ kind }) => kind)).toEqual(['sendPayoutsResumed'])
  expect(await codeOf(requestWithdrawal(deps, other.member, newRequest()))).toBe('passed')
  expect((await listAudit(db, `member:${memberId}`)).at(-1)).toMatchObject({
    action: 'payouts.appeal-answered',
    before: { reason, appeal },
    after: { isLifted: false },
    reason: 'It stays',
  })
})

test('a pause without an appeal cannot be answered', async () => {
  const { id } = await givenPaused()
  const answer = { answer: 'It stays', isLifted: false }
  expect(await codeOf(answerAppeal(deps, finance, { ...answer, id }))).toBe('NOT_FOUND')
  expect(await codeOf(answerAppeal(deps, finance, { ...answer, id: nobody }))).toBe('NOT_FOUND')
})

test('nobody can pause, lift or answer in their own case', async () => {
  const { memberId, id } = await givenAppealed()
  const self = { name: `member:${memberId}`, address: null }
  expect(await codeOf(pausePayouts(deps, self, { memberId, reason }))).toBe('FORBIDDEN')
  expect(await codeOf(liftPayoutPause(deps, self, { memberId, reason }))).toBe('FORBIDDEN')
  expect(await codeOf(answerAppeal(deps, self, { id, answer: 'Me', isLifted: true }))).toBe('FORBIDDEN')
})

test('the database refuses to change an appeal, and erasure removes it', async () => {
  const { memberId, id } = await givenAppealed()
  const change = (set: string) =>
    sql`update payout_pause set ${sql.raw(set)} where pause_id = ${id}`.execute(db).then(
      () => 'passed',
      () => 'refused',
    )
  for (const set of [
    "reason = 'Another'",
    "appeal = 'Another'",
    'appeal = null, appealed_at = null',
    "paused_by = 'x'",
  ])
    expect([set, await change(set)]).toEqual([set, 'refused'])
  await answerAppeal(deps, finance, { id, answer: 'It stays', isLifted: false })
  expect(await change("appeal_answer = 'Another'")).toBe('refused')
  await expect(sql`delete from payout_pause where pause_id = ${id}`.execute(db)).rejects.toThrow(
    'never changed',
  )
  await liftPayoutPause(deps, finance, { memberId, reason: 'All is well' })
  expect(await change('lifted_at = null, lifted_by = null, lift_reason = null')).toBe('refused')
  await letDeletionCome(db, memberId)
  await eraseMembers(deps)
  expect(await listPayoutPauses(db, memberId)).toEqual([])
})
