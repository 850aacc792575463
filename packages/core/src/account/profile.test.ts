import { TERMS_IN_FORCE } from '@chuma/contract/account/account-rules'
import { profile, updateProfileInput } from '@chuma/contract/account/profile'
import { findMemberByEmail } from '@chuma/db/queries/account/members'
import { getUserStats } from '@chuma/db/queries/wallet/wallet'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { redeemLink } from '../auth/links.ts'
import { sendNewSignIn } from '../auth/security-mails.ts'
import { createMailingDeps, visitor } from '../auth/testing.ts'
import { decideWithdrawal } from '../payouts/approvals/decide-withdrawal.ts'
import { finance, runJobs } from '../payouts/testing.ts'
import { requestWithdrawal } from '../payouts/withdrawals.ts'
import { completeSurvey } from '../surveys/complete-survey.ts'
import { startSurvey } from '../surveys/surveys.ts'
import { givenSurvey, goodAnswers } from '../surveys/testing.ts'
import { createMailCapture, createTestDeps, givenMember, openTestDb } from '../testing.ts'
import { postPoints } from '../wallet/ledger.ts'
import { getProfile, getSettings, sendEmailChange, updateProfile, updateSettings } from './own-account.ts'

const { db } = await openTestDb()
const { deps, sent: mailed, newestToken } = createMailingDeps(db)
const amina = { firstName: 'Amina', lastName: 'Otieno', country: 'Kenya' }

const earn = (memberId: string, points: number, sourceKey: string) =>
  db.transaction().execute((trx) =>
    postPoints(trx, {
      memberId,
      kind: 'survey',
      availableDelta: points,
      heldDelta: 0,
      houseAccount: 'rewards',
      sourceKey,
      description: 'Survey: Tea',
      actor: 'system',
    }),
  )

const takeBack = (memberId: string, seq: number, points: number) =>
  db.transaction().execute((trx) =>
    postPoints(trx, {
      memberId,
      kind: 'reversal',
      availableDelta: -points,
      heldDelta: 0,
      houseAccount: 'reversals',
      sourceKey: `reversal:${seq}`,
      description: 'Taken back by the partner',
      reversesSeq: seq,
      actor: 'system',
    }),
  )

async function finishSurveys(member: Awaited<ReturnType<typeof givenMember>>, count: number) {
  for (let n = 0; n < count; n++) {
    await completeSurvey(deps, member, { surveyId: await givenSurvey(db), answers: goodAnswers })
  }
}

const achievementsOf = async (member: Awaited<ReturnType<typeof givenMember>>) =>
  (await getProfile(deps, member)).achievements.map(({ id, current, isEarned }) => [id, current, isEarned])

test('surveys earn an achievement when its number is reached', async () => {
  const member = await givenMember(db)
  expect(await achievementsOf(member)).toEqual([
    ['first-survey', 0, false],
    ['survey-rookie', 0, false],
    ['survey-expert', 0, false],
    ['top-earner', 0, false],
  ])
  await finishSurveys(member, 4)
  expect((await achievementsOf(member)).slice(0, 2)).toEqual([
    ['first-survey', 4, true],
    ['survey-rookie', 4, false],
  ])
  await finishSurveys(member, 1)
  expect((await achievementsOf(member))[1]).toEqual(['survey-rookie', 5, true])
  await finishSurveys(member, 14)
  expect((await achievementsOf(member))[2]).toEqual(['survey-expert', 19, false])
  await finishSurveys(member, 1)
  expect((await achievementsOf(member))[2]).toEqual(['survey-expert', 20, true])
})

test('a top earner has earned more than 5,000 points, without corrections by staff', async () => {
  const member = await givenMember(db, { points: 9000 })
  await earn(member.memberId, 5000, 'survey:a')
  expect((await achievementsOf(member))[3]).toEqual(['top-earner', 5000, false])
  await earn(member.memberId, 1, 'survey:b')
  expect((await achievementsOf(member))[3]).toEqual(['top-earner', 5001, true])
})

test('the profile uses its own value of a point', async () => {
  const member = await givenMember(db)
  await earn(member.memberId, 12, 'survey:a')
  const { earningsKes, stats } = await getProfile(deps, member)
  expect(earningsKes).toBe(1200)
  expect(stats).toEqual({ totalEarnings: 12, thisMonthEarnings: 12, rating: 5 })
  const economy = async () => ({ ...(await deps.economy()), profileKesPerPoint: 7 })
  expect((await getProfile({ ...deps, economy }, member)).earningsKes).toBe(84)
})

test('activity lists the five newest surveys and postings together', async () => {
  const member = await givenMember(db, { points: 9 })
  const [first, second] = [await givenSurvey(db, { title: 'Tea' }), await givenSurvey(db, { title: 'Maize' })]
  await startSurvey(deps, member, { surveyId: first })
  await completeSurvey(deps, member, { surveyId: first, answers: goodAnswers })
  const { id } = await requestWithdrawal(deps, member, {
    withdrawalMethod: 'mpesa',
    pointsToWithdraw: 2,
    mpesaNumber: '254711111111',
    idempotencyKey: undefined,
  })
  await decideWithdrawal(deps, finance, { id, status: 'rejected', adminNotes: 'No' })
  await startSurvey(deps, member, { surveyId: second })
  const { recentActivity } = await getProfile(deps, member)
  expect(recentActivity.map(({ kind, description, points }) => [kind, description, points])).toEqual([
    ['survey-started', 'Survey: Maize', 0],
    ['release', 'Withdrawal of KES 2,000 rejected, points restored', 2],
    ['hold', 'Withdrawal of KES 2,000 requested', -2],
    ['survey', 'Survey: Tea', 5],
    ['survey-started', 'Survey: Tea', 0],
  ])
  const moments = recentActivity.map(({ createdAt }) => createdAt.getTime())
  expect(moments).toEqual([...moments].sort((one, other) => other - one))
})

test('activity shows only the member’s own, and is empty for a new member', async () => {
  const member = await givenMember(db)
  await finishSurveys(await givenMember(db), 1)
  expect((await getProfile(deps, member)).recentActivity).toEqual([])
})

test('a profile is complete with five items, and lists the missing ones', async () => {
  const member = await givenMember(db)
  expect((await getProfile(deps, member)).completion).toEqual({ percent: 100, missing: [] })
  await sql`update member set country = '', last_name = ' ', email_verified_at = null
    where member_id = ${member.memberId}`.execute(db)
  expect((await getProfile(deps, member)).completion).toEqual({
    percent: 40,
    missing: ['lastName', 'country', 'emailVerified'],
  })
})

test('the rating is the share of surveys that no partner reversed', async () => {
  const member = await givenMember(db, { points: 1 })
  const rating = async () => (await getUserStats(db, member.memberId)).rating
  expect(await rating()).toBe(5)
  await finishSurveys(member, 3)
  expect(await rating()).toBe(5)
  await takeBack(member.memberId, 2, 5)
  expect(await rating()).toBe(3.3)
  await takeBack(member.memberId, 3, 5)
  await takeBack(member.memberId, 4, 5)
  expect(await rating(), 'never below 1').toBe(1)
  const answer = profile.parse(await getProfile(deps, member))
  expect([answer.user.rating, answer.stats.rating]).toEqual([1, 1])
})

test('names and country change at once', async () => {
  const member = await givenMember(db)
  const updated = await updateProfile(deps, member, {
    firstName: 'Wanjiru',
    lastName: 'Kamau',
    email: member.email,
    country: 'Uganda',
  })
  expect(updated).toMatchObject({
    firstName: 'Wanjiru',
    lastName: 'Kamau',
    country: 'Uganda',
    email: member.email,
    pendingEmail: null,
  })
  expect((await getProfile(deps, member)).user).toEqual(updated)
})

test.each([
  ['a control character', 'Amina\u001b[2J'],
  ['nothing but marks that nobody sees', '\u202e\u200b'],
  ['nothing but spaces', '   '],
  ['61 characters', 'a'.repeat(61)],
])('a name with %s is refused', (_what, firstName) => {
  const parsed = updateProfileInput.safeParse({ ...amina, firstName, email: 'a@example.com' })
  expect(parsed.success).toBe(false)
})

test('a new address waits for its link, and the old one stays until then', async () => {
  const member = await givenMember(db)
  const newEmail = `new.${member.email}`
  const asked = await updateProfile(deps, member, { ...amina, firstName: 'Wanjiru', email: newEmail })
  expect(asked).toMatchObject({ firstName: 'Wanjiru', email: member.email, pendingEmail: newEmail })
  expect(await findMemberByEmail(db, newEmail)).toBeUndefined()

  // Saving the unchanged form again does not cancel the change.
  const saved = await updateProfile(deps, member, { ...amina, email: member.email })
  expect(saved).toMatchObject({ email: member.email, pendingEmail: newEmail })

  await sendEmailChange(deps, { memberId: member.memberId, newEmail })
  await redeemLink(deps, visitor, { token: newestToken() })
  expect((await getProfile(deps, member)).user).toMatchObject({ email: newEmail, pendingEmail: null })
})

test('the current address in capitals is not a change', async () => {
  const member = await givenMember(db)
  const input = updateProfileInput.parse({ ...amina, email: ` ${member.email.toUpperCase()} ` })
  expect(await updateProfile(deps, member, input)).toMatchObject({ email: member.email, pendingEmail: null })
})

test('a taken address gets the same answer as a free one; only its owner is told, and keeps it', async () => {
  const [member, other] = [await givenMember(db), await givenMember(db)]
  const taken = await updateProfile(deps, member, { ...amina, email: other.email })
  const free = await updateProfile(deps, await givenMember(db), { ...amina, email: 'free@example.com' })
  expect(taken).toMatchObject({ email: member.email, pendingEmail: other.email })
  expect(Object.keys(taken)).toEqual(Object.keys(free))
  await sendEmailChange(deps, { memberId: member.memberId, newEmail: other.email })
  expect(mailed.at(-1)).toEqual({ kind: 'sendAddressTaken', mail: { to: other.email, firstName: 'Amina' } })
  expect(await findMemberByEmail(db, other.email)).toMatchObject({ memberId: other.memberId })
})

test('if the address cannot be changed, the names stay too', async () => {
  const member = await givenMember(db)
  for (let n = 0; n < 5; n++) {
    await updateProfile(deps, member, { ...amina, email: `n${n}.${member.email}` })
  }
  const once = { ...amina, firstName: 'Wanjiru', email: `n6.${member.email}` }
  await expect(updateProfile(deps, member, once)).rejects.toMatchObject({ code: 'THROTTLED' })
  expect((await getProfile(deps, member)).user.firstName).toBe('Amina')
})

const { mail, sent } = createMailCapture()
const mailing = createTestDeps(db, { mail })

const untouched = {
  language: null,
  theme: null,
  mailsPayouts: true,
  mailsSignIns: true,
  analyticsConsent: null,
  analyticsConsentAt: null,
  terms: { inForce: TERMS_IN_FORCE.version, seenAt: null, accepted: null },
}

test('by default a member gets all mails and is not counted in analytics', async () => {
  expect(await getSettings(mailing, await givenMember(db))).toEqual(untouched)
})

test('only given settings change, and a choice can be undone', async () => {
  const member = await givenMember(db)
  expect(await updateSettings(mailing, member, { language: 'sw' })).toEqual({ ...untouched, language: 'sw' })
  await updateSettings(mailing, member, { theme: 'dark', mailsPayouts: false })
  const changed = { ...untouched, language: 'sw', theme: 'dark', mailsPayouts: false }
  expect(await getSettings(mailing, member)).toEqual(changed)
  expect(await updateSettings(mailing, member, {})).toEqual(changed)
  expect(await updateSettings(mailing, member, { language: null, mailsPayouts: true })).toEqual({
    ...untouched,
    theme: 'dark',
  })
})

test('an empty change of default settings changes nothing', async () => {
  expect(await updateSettings(mailing, await givenMember(db), {})).toEqual(untouched)
})

test('consent has a time, which changes with the answer but not with a repeat', async () => {
  const member = await givenMember(db)
  const given = await updateSettings(mailing, member, { analyticsConsent: true })
  expect(given).toMatchObject({ analyticsConsent: true, analyticsConsentAt: expect.any(Date) })
  const moment = (
    await sql<{ at: Date }>`update member_settings set analytics_consent_at = now() - interval '1 year'
    where member_id = ${member.memberId} returning analytics_consent_at as at`.execute(db)
  ).rows[0]?.at
  expect((await updateSettings(mailing, member, { analyticsConsent: true })).analyticsConsentAt).toEqual(
    moment,
  )
  expect((await updateSettings(mailing, member, { theme: 'light' })).analyticsConsentAt).toEqual(moment)
  const refused = await updateSettings(mailing, member, { analyticsConsent: false })
  expect(refused.analyticsConsent).toBe(false)
  expect(refused.analyticsConsentAt?.getTime()).toBeGreaterThan(moment?.getTime() ?? Number.NaN)
})

test('concurrent changes of different settings from two devices both count', async () => {
  const member = await givenMember(db)
  await Promise.all([
    updateSettings(mailing, member, { theme: 'dark' }),
    updateSettings(mailing, member, { language: 'sw' }),
    updateSettings(mailing, member, { mailsSignIns: false }),
  ])
  expect(await getSettings(mailing, member)).toMatchObject({
    theme: 'dark',
    language: 'sw',
    mailsSignIns: false,
  })
})

/** The mails about a withdrawal to a new number, and its end. */
async function withdraw(member: Awaited<ReturnType<typeof givenMember>>, mpesaNumber: string) {
  // Mails of other tests.
  await runJobs(mailing)
  sent.length = 0
  const { id } = await requestWithdrawal(mailing, member, {
    withdrawalMethod: 'mpesa',
    pointsToWithdraw: 1,
    mpesaNumber,
    idempotencyKey: undefined,
  })
  await decideWithdrawal(mailing, finance, { id, status: 'approved', adminNotes: '' })
  await decideWithdrawal(mailing, finance, { id, status: 'paid', adminNotes: 'Slip' })
  expect(await runJobs(mailing)).toEqual([])
  return sent.map(({ kind }) => kind)
}

test('a member who turned payout mails off gets none, except about a new number', async () => {
  const member = await givenMember(db, { points: 9 })
  await updateSettings(mailing, member, { mailsPayouts: false, mailsSignIns: false })
  expect(await withdraw(member, '254712000001')).toEqual(['sendPayoutNumberAdded'])
  expect(await withdraw(member, '254712000001')).toEqual([])
  await updateSettings(mailing, member, { mailsPayouts: true })
  expect(await withdraw(member, '254712000001')).toEqual(['sendWithdrawalPaid'])
  expect(await withdraw(await givenMember(db, { points: 9 }), '254712000002')).toEqual([
    'sendPayoutNumberAdded',
    'sendWithdrawalPaid',
  ])
})

test('a member who turned sign-in mails off gets none', async () => {
  const member = await givenMember(db)
  sent.length = 0
  const signIn = { ...member, device: 'Chrome on Android', at: new Date().toISOString() }
  await updateSettings(mailing, member, { mailsSignIns: false })
  await sendNewSignIn(mailing, signIn)
  expect(sent).toEqual([])
  await updateSettings(mailing, member, { mailsSignIns: true })
  await sendNewSignIn(mailing, signIn)
  expect(sent).toHaveLength(1)
})
