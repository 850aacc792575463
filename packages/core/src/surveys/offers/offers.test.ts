import { problem } from '@chuma/contract/problems'
import { createSurveyInput, listOffersInput, OFFER_SORTS } from '@chuma/contract/surveys/survey-offers'
import { listSurveyClicks, listUserSurveys } from '@chuma/db/queries/surveys/survey-attempts'
import { createTestDb } from '@chuma/db/testing'
import { afterAll, expect, test } from 'vitest'
import { letDeletionCome } from '../../account/testing.ts'
import { givenStaff, listAudit, startBehind } from '../../admin/testing.ts'
import { listMyClicks } from '../../partners/clicks.ts'
import { eraseMembers } from '../../personal-data/erase-members.ts'
import { codeOf, createTestDeps, givenMember } from '../../testing.ts'
import { completeSurvey } from '../complete-survey.ts'
import { listAccepted } from '../questions.ts'
import { getSurvey, listSurveys, startSurvey } from '../surveys.ts'
import { fourQuestions, givenSurvey, goodAnswers } from '../testing.ts'
import { createSurvey, getOffer, updateSurvey } from './offers.ts'
import { deleteSurvey, getSurveySummary, listAllOffers } from './stored-offers.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createTestDeps(db)
const { actor: staff } = await givenStaff(deps)

/** Exactly the values of the form in the specification. */
const specified = {
  title: 'Tea at home',
  description: 'Which tea, how often, with what.',
  reward: 2.5,
  duration: 5,
  category: 'lifestyle',
  country: 'Global',
  externalUrl: 'https://partner.example/tea',
  adminNotes: 'Until the campaign ends',
  isActive: true,
} as const

const givenOffer = (more: object = {}) =>
  createSurvey(deps, staff, createSurveyInput.parse({ ...specified, ...more }))

const list = (more: object = {}) => listAllOffers(deps, listOffersInput.parse(more))

test('the specified form creates a survey on a partner’s page, which members see immediately', async () => {
  const offer = await givenOffer()
  expect(offer).toMatchObject({
    ...specified,
    kind: 'external',
    rewardPoints: 3,
    clickCount: 0,
    completionRate: 0,
    version: 1,
  })
  const listed = await listSurveys(deps, await givenMember(db))
  expect(listed.map(({ id }) => id)).toContain(offer.id)
  expect(JSON.stringify(listed)).not.toContain('campaign')
  expect(await listAudit(db, `survey:${offer.id}`)).toMatchObject([
    { actor: staff.name, action: 'create-survey', before: null, after: specified },
  ])
})

test.each([
  ['a partner’s survey without an address', { externalUrl: '' }, 'externalUrl', 'REQUIRED'],
  [
    'an end before the start',
    { startsAt: '2026-02-01T00:00:00Z', endsAt: '2026-01-01T00:00:00Z' },
    'endsAt',
    'END_BEFORE_START',
  ],
  [
    'a partner whom nobody knows',
    { partnerId: '00000000-0000-4000-8000-000000000000' },
    'partnerId',
    'PARTNER_UNKNOWN',
  ],
] as const)('%s is refused, and the field is named', async (_name, wrong, field, code) => {
  await expect(givenOffer(wrong)).rejects.toMatchObject({ fields: { [field]: [problem(code)] } })
})

test('omitted fields don’t change', async () => {
  const id = await givenSurvey(db, { title: 'Saving', quota: 7 })
  const changed = await updateSurvey(deps, staff, { ...specified, id, externalUrl: '' })
  expect(changed).toMatchObject({ title: 'Tea at home', kind: 'questions', quota: 7, version: 2 })
  expect(changed.questions).toEqual(fourQuestions)
})

test('of two concurrent changes the second is refused, and the first stays', async () => {
  const { id, version } = await givenOffer()
  const hold = (trx: typeof db) =>
    trx.selectFrom('survey').select('surveyId').where('surveyId', '=', id).forUpdate().execute()
  const results = await startBehind(db, hold, () =>
    ['Tea', 'Coffee'].map((title) => updateSurvey(deps, staff, { id, version, title })),
  )
  const refused = results.filter(({ status }) => status === 'rejected')
  expect(refused).toMatchObject([{ reason: { code: 'OFFER_CHANGED' } }])
  const [saved] = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value.title] : []))
  expect(await getOffer(deps, { id })).toMatchObject({ title: saved, version: 2 })
  expect(await listAudit(db, `survey:${id}`)).toHaveLength(2)
})

test('new questions apply to members who start later', async () => {
  const id = await givenSurvey(db)
  const [early, late] = [await givenMember(db), await givenMember(db)]
  await startSurvey(deps, early, { surveyId: id })
  const questions = [
    { id: 7, type: 'rating' as const, question: 'Which?', options: [], required: true, expected: '3' },
  ]
  await updateSurvey(deps, staff, { id, questions })
  expect((await getSurvey(deps, early, { surveyId: id })).questions).toEqual(fourQuestions.map(listAccepted))
  expect((await getSurvey(deps, late, { surveyId: id })).questions).toMatchObject([{ question: 'Which?' }])
  expect(await completeSurvey(deps, early, { surveyId: id, answers: goodAnswers })).toMatchObject({
    pointsEarned: 5,
  })
})

test('a deleted survey disappears for staff and new members, and members’ attempts stay', async () => {
  const { id } = await givenOffer()
  const own = await givenSurvey(db)
  const member = await givenMember(db)
  await startSurvey(deps, member, { surveyId: id })
  await startSurvey(deps, member, { surveyId: own })
  for (const gone of [id, own]) await deleteSurvey(deps, staff, { id: gone })

  expect((await list()).map((offer) => offer.id)).not.toContain(id)
  for (const call of [() => getOffer(deps, { id }), () => deleteSurvey(deps, staff, { id })]) {
    await expect(call()).rejects.toMatchObject({ code: 'SURVEY_NOT_FOUND' })
  }
  expect(await codeOf(updateSurvey(deps, staff, { id, isActive: true }))).toBe('SURVEY_NOT_FOUND')
  expect(await codeOf(startSurvey(deps, await givenMember(db), { surveyId: id }))).toBe('SURVEY_NOT_FOUND')
  expect(await listMyClicks(deps, member)).toMatchObject([{ surveyId: id, title: 'Tea at home' }])
  expect(await listUserSurveys(db, member.memberId)).toHaveLength(2)
  expect(await listSurveyClicks(db, { surveyId: id, limit: 10 })).toHaveLength(1)
  expect(await completeSurvey(deps, member, { surveyId: own, answers: goodAnswers })).toMatchObject({
    pointsEarned: 5,
  })
})

test('counts are right, even with many concurrent members', async () => {
  const id = await givenSurvey(db, { kind: 'external' })
  const own = await givenSurvey(db, { quota: 100 })
  const members = await Promise.all(Array.from({ length: 24 }, () => givenMember(db)))
  await Promise.all(members.map((member) => startSurvey(deps, member, { surveyId: id })))
  await Promise.all(members.slice(0, 8).map((member) => startSurvey(deps, member, { surveyId: id })))
  await Promise.all(members.map((member) => startSurvey(deps, member, { surveyId: own })))
  const finish = members
    .slice(0, 9)
    .map((member) => completeSurvey(deps, member, { surveyId: own, answers: goodAnswers }))
  await Promise.all(finish)
  expect(await getOffer(deps, { id })).toMatchObject({ clickCount: 32, startCount: 24, completionRate: 0 })
  expect(await getOffer(deps, { id: own })).toMatchObject({
    clickCount: 0,
    startCount: 24,
    takenCount: 24,
    completionCount: 9,
    completionRate: 37.5,
  })
})

test('a freed place can be taken again', async () => {
  const id = await givenSurvey(db, { quota: 1 })
  const [first, second] = [await givenMember(db), await givenMember(db)]
  await startSurvey(deps, first, { surveyId: id })
  await expect(startSurvey(deps, second, { surveyId: id })).rejects.toMatchObject({ code: 'SURVEY_FULL' })
  await db
    .updateTable('surveyAttempt')
    .set({ status: 'expired' })
    .where('memberId', '=', first.memberId)
    .where('surveyId', '=', id)
    .execute()
  expect(await startSurvey(deps, second, { surveyId: id })).toMatchObject({ status: 'started' })
  expect(await getOffer(deps, { id })).toMatchObject({ takenCount: 1, startCount: 2 })
})

test.each(OFFER_SORTS)('sorted by %s, pages list every survey once', async (sort) => {
  const all = (await list({ sort })).map(({ id }) => id)
  const paged: string[] = []
  for (;;) {
    const page = await list({ sort, limit: 3, after: paged.at(-1) })
    if (page.length === 0) break
    paged.push(...page.map(({ id }) => id))
  }
  expect(all.length).toBeGreaterThan(4)
  expect(paged).toEqual(all)
})

test('the search matches title, country and notes, and takes special characters literally', async () => {
  const { id } = await givenOffer({ title: '100% off_er', category: '', isActive: false })
  const found = async (filter: object) => (await list(filter)).map((offer) => offer.id)
  expect(await found({ search: '100% OFF_' })).toEqual([id])
  expect(await found({ search: '100%_off' })).toEqual([])
  expect(await found({ category: 'none', status: 'inactive' })).toEqual([id])
  expect(await found({ search: '100%', status: 'active' })).toEqual([])
})

test('the summary matches the listed surveys', async () => {
  const offers = await list()
  const sum = (pick: (offer: (typeof offers)[number]) => number) =>
    offers.reduce((total, offer) => total + pick(offer), 0)
  const summary = await getSurveySummary(deps)
  expect(summary).toMatchObject({
    totalOffers: offers.length,
    activeOffers: offers.filter(({ isActive }) => isActive).length,
    totalClicks: sum(({ clickCount }) => clickCount),
  })
  expect(summary.averageCompletion).toBeCloseTo(
    sum(({ completionRate }) => completionRate) / offers.length,
    3,
  )
})

test('clicks are listed newest first, in pages, without the names of erased members', async () => {
  const { id } = await givenOffer()
  const member = await givenMember(db)
  for (let clicks = 0; clicks < 5; clicks++) await startSurvey(deps, member, { surveyId: id })
  const all = await listSurveyClicks(db, { surveyId: id, limit: 10 })
  expect(all).toHaveLength(5)
  expect(all[0]).toMatchObject({ surveyId: id, cpaLinkId: null, user: { email: member.email } })
  const first = await listSurveyClicks(db, { surveyId: id, limit: 3 })
  const rest = await listSurveyClicks(db, { surveyId: id, limit: 3, after: first.at(-1)?.id })
  expect([...first, ...rest]).toEqual(all)
  expect((await listSurveyClicks(db, { limit: 500 })).length).toBeGreaterThan(5)

  await letDeletionCome(db, member.memberId)
  await eraseMembers(deps)
  expect((await listSurveyClicks(db, { surveyId: id, limit: 1 }))[0]).toMatchObject({ user: null })
})
