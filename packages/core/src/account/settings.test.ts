import { TERMS_IN_FORCE } from '@chuma/contract/account/terms'
import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { sendNewSignIn } from '../auth/security-mails.ts'
import { decideWithdrawal } from '../payouts/approvals/decide-withdrawal.ts'
import { finance, runJobs } from '../payouts/testing.ts'
import { requestWithdrawal } from '../payouts/withdrawals.ts'
import { createMailCapture, createTestDeps, givenMember } from '../testing.ts'
import { getSettings, updateSettings } from './own-account.ts'

const { db, close } = await createTestDb()
afterAll(close)
const { mail, sent } = createMailCapture()
const deps = createTestDeps(db, { mail })
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
  expect(await getSettings(deps, await givenMember(db))).toEqual(untouched)
})

test('only given settings change, and a choice can be undone', async () => {
  const member = await givenMember(db)
  expect(await updateSettings(deps, member, { language: 'sw' })).toEqual({ ...untouched, language: 'sw' })
  await updateSettings(deps, member, { theme: 'dark', mailsPayouts: false })
  const changed = { ...untouched, language: 'sw', theme: 'dark', mailsPayouts: false }
  expect(await getSettings(deps, member)).toEqual(changed)
  expect(await updateSettings(deps, member, {})).toEqual(changed)
  expect(await updateSettings(deps, member, { language: null, mailsPayouts: true })).toEqual({
    ...untouched,
    theme: 'dark',
  })
})

test('an empty change of default settings changes nothing', async () => {
  expect(await updateSettings(deps, await givenMember(db), {})).toEqual(untouched)
})

test('consent has a time, which changes with the answer but not with a repeat', async () => {
  const member = await givenMember(db)
  const given = await updateSettings(deps, member, { analyticsConsent: true })
  expect(given).toMatchObject({ analyticsConsent: true, analyticsConsentAt: expect.any(Date) })
  const moment = (
    await sql<{ at: Date }>`update member_settings set analytics_consent_at = now() - interval '1 year'
    where member_id = ${member.memberId} returning analytics_consent_at as at`.execute(db)
  ).rows[0]?.at
  expect((await updateSettings(deps, member, { analyticsConsent: true })).analyticsConsentAt).toEqual(moment)
  expect((await updateSettings(deps, member, { theme: 'light' })).analyticsConsentAt).toEqual(moment)
  const refused = await updateSettings(deps, member, { analyticsConsent: false })
  expect(refused.analyticsConsent).toBe(false)
  expect(refused.analyticsConsentAt?.getTime()).toBeGreaterThan(moment?.getTime() ?? Number.NaN)
})

test('concurrent changes of different settings from two devices both count', async () => {
  const member = await givenMember(db)
  await Promise.all([
    updateSettings(deps, member, { theme: 'dark' }),
    updateSettings(deps, member, { language: 'sw' }),
    updateSettings(deps, member, { mailsSignIns: false }),
  ])
  expect(await getSettings(deps, member)).toMatchObject({
    theme: 'dark',
    language: 'sw',
    mailsSignIns: false,
  })
})

/** The mails about a withdrawal to a new number, and its end. */
async function withdraw(member: Awaited<ReturnType<typeof givenMember>>, mpesaNumber: string) {
  sent.length = 0
  const { id } = await requestWithdrawal(deps, member, {
    withdrawalMethod: 'mpesa',
    pointsToWithdraw: 1,
    mpesaNumber,
    idempotencyKey: undefined,
  })
  await decideWithdrawal(deps, finance, { id, status: 'approved', adminNotes: '' })
  await decideWithdrawal(deps, finance, { id, status: 'paid', adminNotes: 'Slip' })
  expect(await runJobs(deps)).toEqual([])
  return sent.map(({ kind }) => kind)
}

test('a member who turned payout mails off gets none, except about a new number', async () => {
  const member = await givenMember(db, { points: 9 })
  await updateSettings(deps, member, { mailsPayouts: false, mailsSignIns: false })
  expect(await withdraw(member, '254712000001')).toEqual(['sendPayoutNumberAdded'])
  expect(await withdraw(member, '254712000001')).toEqual([])
  await updateSettings(deps, member, { mailsPayouts: true })
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
  await updateSettings(deps, member, { mailsSignIns: false })
  await sendNewSignIn(deps, signIn)
  expect(sent).toEqual([])
  await updateSettings(deps, member, { mailsSignIns: true })
  await sendNewSignIn(deps, signIn)
  expect(sent).toHaveLength(1)
})
