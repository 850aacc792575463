import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { decideApproval } from '../admin/approvals/decide-approval.ts'
import { createLimitedDeps, givenSettled, pendingOf } from '../admin/approvals/testing.ts'
import { finance, takeJobs } from '../payouts/testing.ts'
import { givenMember } from '../testing.ts'
import { editEarnings } from '../wallet/edit-earnings.ts'
import { endPremium, grantPremium } from './grant-premium.ts'
import { cancelPremium, getPremium } from './own-premium.ts'
import { remindPremium } from './process-premium-callback.ts'
import { createPremiumDeps, daysLeft, runPremiumJobs } from './testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
beforeEach(() => takeJobs(db))

test('staff add calendar months to the remaining premium and can end it, and each change is logged', async () => {
  const { deps, sent } = createPremiumDeps(db, null)
  const member = await givenMember(db)
  const { memberId } = member
  const first = await grantPremium(deps, finance, { memberId, months: 1, reason: 'Paid in cash' })
  const second = await grantPremium(deps, finance, { memberId, months: 2, reason: 'Prize' })
  expect(daysLeft(first.premiumUntil)).toBeLessThan(32)
  expect(daysLeft(second.premiumUntil)).toBeGreaterThan(88)
  await runPremiumJobs(deps)
  expect(sent.map(({ kind }) => kind)).toEqual(['sendPremiumStarted', 'sendPremiumStarted'])
  expect(await endPremium(deps, finance, { memberId, reason: 'Refunded' })).toMatchObject({
    premiumUntil: null,
  })
  expect(await getPremium(deps, member)).toMatchObject({ isPremium: false })
  const actions = await db
    .selectFrom('auditEntry')
    .select('action')
    .where('subject', '=', `member:${memberId}`)
    .orderBy('entryId')
    .execute()
  expect(actions.map(({ action }) => action)).toEqual(['premium.granted', 'premium.granted', 'premium.ended'])
  const own = { name: `member:${memberId}`, address: null }
  await expect(grantPremium(deps, own, { memberId, months: 1, reason: 'Me' })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
})

test('a member can cancel and resume premium without losing time', async () => {
  const { deps } = createPremiumDeps(db, null)
  const member = await givenMember(db)
  await expect(cancelPremium(deps, member, { isCancelled: true })).rejects.toMatchObject({
    code: 'PREMIUM_STATE',
  })
  await grantPremium(deps, finance, { memberId: member.memberId, months: 1, reason: 'Prize' })
  expect(await cancelPremium(deps, member, { isCancelled: true })).toMatchObject({
    isPremium: true,
    isCancelled: true,
  })
  expect(await cancelPremium(deps, member, { isCancelled: false })).toMatchObject({
    isPremium: true,
    isCancelled: false,
  })
})

test('a reminder is mailed once before the end, unless the member has cancelled', async () => {
  const { deps, sent } = createPremiumDeps(db, null)
  const [soon, later, ending] = [await givenMember(db), await givenMember(db), await givenMember(db)]
  const setUntil = (memberId: string, days: number) =>
    db
      .updateTable('member')
      .set({ premiumUntil: sql<Date>`now() + make_interval(days => ${days})` })
      .where('memberId', '=', memberId)
      .execute()
  await setUntil(soon.memberId, 2)
  await setUntil(later.memberId, 20)
  await setUntil(ending.memberId, 2)
  await cancelPremium(deps, ending, { isCancelled: true })
  await Promise.all([remindPremium(deps), remindPremium(deps)])
  await remindPremium(deps)
  await runPremiumJobs(deps)
  expect(sent).toEqual([
    { kind: 'sendPremiumEnding', mail: expect.objectContaining({ to: soon.email, kesPerMonth: 1000 }) },
  ])
})

test('months of premium beyond a person’s day limit wait for a second person, together with points they gave', async () => {
  const deps = createLimitedDeps(db)
  const asking = (await givenSettled(deps, { role: 'finance' })).actor
  const other = (await givenSettled(deps, { role: 'finance' })).actor
  const { memberId } = await givenMember(db)
  const grant = (months: number, to = memberId) =>
    grantPremium(deps, asking, { memberId: to, months, reason: 'Prize' })
  // Finance may give KES 5,000 a day alone: five months.
  await grant(4)
  const { approvalId } = await pendingOf(grant(2))
  const another = await givenMember(db)
  await pendingOf(grant(12, another.memberId))
  await grant(1)
  const give = editEarnings(deps, asking, { memberId, points: 1, totalEarnings: 1, reason: 'Because' })
  await pendingOf(give)
  // The premium that runs meanwhile makes the request outdated.
  const again = decideApproval(deps, other, { approvalId, decision: 'approve', note: '' })
  await expect(again).rejects.toMatchObject({ code: 'APPROVAL_STATE' })
  const fresh = await pendingOf(grant(2))
  await decideApproval(deps, other, { approvalId: fresh.approvalId, decision: 'approve', note: '' })
  expect(daysLeft((await getAdminPremium(memberId)) ?? null)).toBeGreaterThan(205)
})

const getAdminPremium = async (memberId: string) =>
  (await db.selectFrom('member').select('premiumUntil').where('memberId', '=', memberId).executeTakeFirst())
    ?.premiumUntil
