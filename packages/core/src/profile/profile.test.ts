import { problem } from '@chuma/contract/problems'
import {
  type AttributeKey,
  attributesOf,
  PROFILE_ATTRIBUTES,
  PROFILE_GROUPS,
  type ProfileGroup,
} from '@chuma/contract/profile/profile-attributes'
import { readProfile } from '@chuma/db/queries/profile/profile-answers'
import { lockWallet } from '@chuma/db/queries/wallet/ledger'
import { bookReward, listActivity } from '@chuma/db/queries/wallet/wallet'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { givenStaff, startBehind } from '../admin/testing.ts'
import { verifyLedger } from '../books/verify-ledger.ts'
import type { SignedInMember } from '../caller.ts'
import { givenMember, openTestDb, readRows } from '../testing.ts'
import {
  answerGroup,
  dismissQuestion,
  getOwnProfile,
  getQuestion,
  saveProfileAnswer,
  shareProfile,
  showMemberProfile,
  withdrawAnswer,
} from './profile.ts'

const { db, deps } = await openTestDb()
const isConsented = true as const

const answersTo = (group: ProfileGroup) =>
  Object.fromEntries(
    attributesOf(group).map((key) => [key, [PROFILE_ATTRIBUTES[key].options[0]?.code ?? '1990']]),
  ) as Partial<Record<AttributeKey, string[]>>
const answer = (member: SignedInMember, group: ProfileGroup) =>
  answerGroup(deps, member, { group, answers: answersTo(group), isConsented })
const say = (
  member: SignedInMember,
  attribute: AttributeKey,
  codes: string[],
  source: 'page' | 'question' = 'page',
) => saveProfileAnswer(deps, member, { attribute, codes, isConsented, source })
const pointsOf = async ({ memberId }: SignedInMember) =>
  (await listActivity(db, memberId, { kind: 'profile', limit: 20 })).map(({ points }) => points)

test('each group of questions pays once a year, and the whole profile is known then', async () => {
  const member = await givenMember(db)
  for (const group of PROFILE_GROUPS) expect((await answer(member, group)).pointsEarned).toBe(10)
  const again = await answer(member, 'work')
  expect(again).toMatchObject({ pointsEarned: 0 })
  expect(again.overview.groups).toEqual(PROFILE_GROUPS.map((id) => ({ id, isAnswered: true, points: 0 })))
  expect(await pointsOf(member)).toEqual([10, 10, 10, 10])
  expect(await readProfile(db, member.memberId)).toMatchObject({ county: ['mombasa'], birth_year: ['1990'] })
})

test('what a group paid last year does not keep it from paying this year', async () => {
  const member = await givenMember(db)
  await bookReward(db, {
    memberId: member.memberId,
    kind: 'profile',
    points: 10,
    sourceKey: 'profile:work:2025',
    description: 'Profile questions',
  })
  expect((await answer(member, 'work')).pointsEarned).toBe(10)
  expect(await pointsOf(member)).toEqual([10, 10])
})

test('concurrent answers to one group are paid once', async () => {
  const member = await givenMember(db)
  const settled = await startBehind(
    db,
    (trx) => lockWallet(trx, member.memberId),
    () => [answer(member, 'household'), answer(member, 'household')],
  )
  const earned = settled.map((one) => (one.status === 'fulfilled' ? one.value.pointsEarned : one.reason))
  expect(earned.sort()).toEqual([0, 10])
  expect(await pointsOf(member)).toEqual([10])
  expect(await verifyLedger(deps)).toMatchObject({ ok: true })
})

test('answers are paid for, not consent: preferring not to say earns the same, and says nothing', async () => {
  const member = await givenMember(db)
  const answers = Object.fromEntries(attributesOf('work').map((key) => [key, ['prefer_not']]))
  expect((await answerGroup(deps, member, { group: 'work', answers, isConsented })).pointsEarned).toBe(10)
  expect(await readProfile(db, member.memberId)).toEqual({})
})

test('a group takes an answer to each of its questions, from their lists, and stores all or nothing', async () => {
  const member = await givenMember(db)
  const refused = (answers: object) =>
    answerGroup(deps, member, { group: 'about_you', answers, isConsented }).catch((error) => error.fields)
  expect(await refused({ ...answersTo('about_you'), county: undefined, work: ['student'] })).toMatchObject({
    'answers.work': [problem('UNKNOWN_FIELD')],
  })
  const { county: _, ...incomplete } = answersTo('about_you')
  expect(await refused(incomplete)).toEqual({ 'answers.county': [problem('REQUIRED')] })
  expect(
    Object.keys(
      await refused({
        ...answersTo('about_you'),
        county: ['paris'],
        birth_year: ['2020'],
        sex: ['female', 'male'],
        languages: ['luo', 'luo'],
      }),
    ).sort(),
  ).toEqual(['answers.birth_year', 'answers.county', 'answers.languages', 'answers.sex'])
  expect((await getOwnProfile(deps, member)).answers).toEqual([])
})

test('withdrawing deletes an answer and keeps what it earned; expired answers are asked again', async () => {
  const member = await givenMember(db)
  await answer(member, 'household')
  const left = await withdrawAnswer(deps, member, { attribute: 'children' })
  expect(left.answers.map(({ attribute }) => attribute)).toEqual(['household_size', 'money'])
  expect(left.groups[1]).toEqual({ id: 'household', isAnswered: false, points: 0 })
  expect(await withdrawAnswer(deps, member, { attribute: 'children' })).toEqual(left)
  expect(await pointsOf(member)).toEqual([10])
  expect(await readProfile(db, member.memberId)).not.toHaveProperty('children')
})

test('unlikely changes of lasting answers are flagged, never refused, even after a withdrawal', async () => {
  const member = await givenMember(db)
  const { actor: staff } = await givenStaff(deps, { role: 'finance' })
  const changes = async () =>
    (await showMemberProfile(deps, staff, member)).changes.map(({ attribute }) => attribute)
  await say(member, 'birth_year', ['1990'])
  await say(member, 'birth_year', ['1991'])
  await say(member, 'county', ['nairobi'])
  await say(member, 'county', ['lamu'])
  await say(member, 'sex', ['prefer_not'])
  await say(member, 'sex', ['female'])
  expect(await changes()).toEqual([])
  await say(member, 'birth_year', ['1993'])
  await withdrawAnswer(deps, member, { attribute: 'sex' })
  await say(member, 'sex', ['male'])
  expect(await changes()).toEqual(['birth_year', 'sex'])
  expect((await getOwnProfile(deps, member)).answers).toMatchObject([
    { attribute: 'birth_year', codes: ['1993'] },
    { attribute: 'county', codes: ['lamu'] },
    { attribute: 'sex', codes: ['male'] },
  ])
})

test('staff see a profile, and the audit log says who looked, without the answers', async () => {
  const member = await givenMember(db)
  const { actor: staff } = await givenStaff(deps, { role: 'finance' })
  await say(member, 'county', ['turkana'])
  expect((await showMemberProfile(deps, staff, member)).answers).toMatchObject([{ codes: ['turkana'] }])
  const entries = await readRows(db, 'auditEntry', ['actor', 'action', 'after'], {
    subject: `member:${member.memberId}`,
  })
  expect(entries).toEqual([{ actor: staff.name, action: 'member.profile-shown', after: null }])
  const nobody = { memberId: '00000000-0000-4000-8000-000000000000' }
  await expect(showMemberProfile(deps, staff, nobody)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('one question a day: after an answer or a dismissal there is none, and a dismissed one never returns', async () => {
  const member = await givenMember(db)
  const nextDay = () =>
    sql`update profile_choice set prompted_on = prompted_on - 1
      where member_id = ${member.memberId}`.execute(db)
  expect(await getQuestion(deps, member)).toEqual({ attribute: 'birth_year' })
  expect(await getQuestion(deps, member)).toEqual({ attribute: 'birth_year' })
  await say(member, 'birth_year', ['1980'], 'question')
  expect(await getQuestion(deps, member)).toEqual({ attribute: null })
  await nextDay()
  expect(await getQuestion(deps, member)).toEqual({ attribute: 'sex' })
  await dismissQuestion(deps, member, { attribute: 'sex' })
  expect(await getQuestion(deps, member)).toEqual({ attribute: null })
  await nextDay()
  expect(await getQuestion(deps, member)).toEqual({ attribute: 'county' })
})

test('sharing with partners is a consent of its own, and ends when the member says so', async () => {
  const member = await givenMember(db)
  expect((await answer(member, 'work')).overview.sharedSince).toBeNull()
  const { sharedSince } = await shareProfile(deps, member, { isShared: true })
  expect(sharedSince).toBeInstanceOf(Date)
  expect((await shareProfile(deps, member, { isShared: true })).sharedSince).toEqual(sharedSince)
  expect((await shareProfile(deps, member, { isShared: false })).sharedSince).toBeNull()
})
