import { listAdminPayoutPauses, listPayoutPauses, lockPause } from '@chuma/db/queries/payouts/payout-pauses'
import { listWithdrawals } from '@chuma/db/queries/wallet/withdrawals'
import { createTestDb, startTogether } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { letDeletionCome } from '../account/testing.ts'
import { listAudit, startBehind } from '../admin/testing.ts'
import type { SignedInMember } from '../caller.ts'
import { eraseMembers } from '../personal-data/erase-members.ts'
import { codeOf, givenMember, readRow, refusals } from '../testing.ts'
import { sendPayout } from './attempts/send-payout.ts'
import { earn } from './automatic/testing.ts'
import { createPauseWorld, PAUSE_REASON } from './pauses/create-pause-world.testing.ts'
import { answerAppeal, appealPayoutPause, liftPayoutPause, pausePayouts } from './pauses.ts'
import { ask, finance, givenApproved, look, newNumber, runJobs, sweepLater } from './testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
const { deps, givenPaused, mailNews, forgetNews } = createPauseWorld(db)
beforeEach(forgetNews)
const nobody = '00000000-0000-4000-8000-000000000000'
const reason = PAUSE_REASON
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
  await expect(ask(deps, member)).rejects.toMatchObject({
    code: 'PAYOUTS_PAUSED',
    failure: { params: { reason, appeal: 'none' } },
  })
  await earn(db, member, 3)
  expect(await readRow(db, 'wallet', ['available', 'held'], { memberId })).toEqual({ available: 12, held: 0 })
  expect(await mailNews()).toEqual([
    { kind: 'sendPayoutsPaused', mail: { to: member.email, firstName: 'Amina', reason } },
  ])
  expect(await listAudit(db, `member:${memberId}`)).toMatchObject([
    { actor: finance.name, action: 'payouts.paused', reason },
  ])
})

test('a repeat of a request from before the pause, with its key, still gets its answer', async () => {
  const member = await givenMember(db, { points: 9 })
  const wish = { to: newNumber(), key: 'tap-1' }
  const first = await ask(deps, member, wish)
  await pausePayouts(deps, finance, { memberId: member.memberId, reason })
  expect(await ask(deps, member, wish)).toEqual(first)
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
  expect(await codeOf(ask(deps, member))).toBe('passed')
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
  const { deps: paying, ref, memberId, sends } = await givenApproved(db)
  await pausePayouts(paying, finance, { memberId, reason })
  await runJobs(paying)
  await sweepLater(paying)
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
  const { deps: paying, ref, memberId, play, sends } = await givenApproved(db)
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
    ...Array.from({ length: 5 }, () => ask(deps, member)),
    pausePayouts(deps, finance, { memberId, reason }),
    ...Array.from({ length: 5 }, () => ask(deps, member)),
  ])
  const refused = refusals(race)
  expect(refused).toEqual(Array(refused.length).fill('PAYOUTS_PAUSED'))
  const { rows } = await sql`
    select 1 from withdrawal w join payout_pause p using (member_id)
    join posting h on h.subject_id = w.withdrawal_id
    where w.member_id = ${memberId} and h.created_at > p.paused_at
  `.execute(db)
  expect(rows).toEqual([])
  expect(await codeOf(ask(deps, member))).toBe('PAYOUTS_PAUSED')
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

const appeal = 'The other account is my sister’s.'

async function givenAppealed() {
  const given = await givenPaused()
  await appealPayoutPause(deps, given.member, { id: given.id, appeal })
  return given
}

test('an answer that lifts the pause also releases the payouts', async () => {
  const { deps: paying, memberId, sends } = await givenApproved(db)
  const member = { memberId } as SignedInMember
  const pause = await pausePayouts(paying, finance, { memberId, reason })
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
  await expect(ask(deps, member)).rejects.toMatchObject({
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
  await expect(ask(deps, member)).rejects.toMatchObject({
    failure: { params: { appeal: 'answered', answer: 'It stays' } },
  })
  const again = { id, answer: 'It ends', isLifted: true }
  expect(await codeOf(answerAppeal(deps, finance, again))).toBe('ALREADY_DECIDED')

  const other = await givenAppealed()
  await mailNews()
  const lifted = await answerAppeal(deps, finance, { ...again, id: other.id })
  expect(lifted).toMatchObject({ appealAnswer: 'It ends', liftReason: 'It ends', liftedAt: expect.any(Date) })
  expect((await mailNews()).map(({ kind }) => kind)).toEqual(['sendPayoutsResumed'])
  expect(await codeOf(ask(deps, other.member))).toBe('passed')
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
