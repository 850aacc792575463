import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { finance, takeJobs } from '../payouts/testing.ts'
import { givenMember } from '../testing.ts'
import { cancelPremium } from './cancel-premium.ts'
import { getPremium } from './get-premium.ts'
import { endPremium, grantPremium } from './grant-premium.ts'
import { remindPremium } from './remind-premium.ts'
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
