import { problem } from '@chuma/contract/problems'
import {
  createSurveyInput,
  listOffersInput,
  MAX_OFFER_ROWS,
  OFFER_SORTS,
} from '@chuma/contract/surveys/survey-offers'
import { listSurveyClicks, listUserSurveys } from '@chuma/db/queries/surveys/survey-attempts'
import { expect, test } from 'vitest'
import { letDeletionCome } from '../../account/testing.ts'
import { givenStaff, listAudit, startBehind } from '../../admin/testing.ts'
import { listMyClicks } from '../../partners/clicks.ts'
import { givenPartner } from '../../partners/testing.ts'
import { eraseMembers } from '../../personal-data/erase-members.ts'
import { codeOf, givenMember, lockRows, openTestDb, setRows } from '../../testing.ts'
import { completeSurvey } from '../complete-survey.ts'
import { listSurveys, startSurvey } from '../surveys.ts'
import { fourQuestions, givenSurvey, goodAnswers } from '../testing.ts'
import { importSurveys } from './import-surveys.ts'
import { createSurvey, getOffer, updateSurvey } from './offers.ts'
import { deleteSurvey, exportSurveys, getSurveySummary, listAllOffers } from './stored-offers.ts'

const { db, deps } = await openTestDb()
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

const HEAD = 'Title,Description,Reward USD,Duration,External URL'
const ADDRESS = 'https://partner.example/go'
const run = (csv: string, isDryRun = false) => importSurveys(deps, staff, { csv, isDryRun })
const outcomes = async (csv: string, isDryRun = false) =>
  (await run(csv, isDryRun)).results.map(({ outcome }) => outcome)

test('importing an unchanged export changes nothing, whatever a survey contains', async () => {
  const { partnerId } = await givenPartner(db)
  const question = { id: 1, type: 'multiple-choice', question: 'Which, "a" or b?', required: true }
  const offers = [
    { title: '=HYPERLINK("https://evil.example")', description: '+1; and, "more"\nlines\r\n\twith tabs' },
    { title: "'=1+1", description: "''-2", adminNotes: '@sum(a1)', country: '-', isActive: false },
    { kind: 'instant', externalUrl: '', reward: 0, duration: 1440, description: 'ünïcödé 茶 🍵' },
    { reward: 10_000, category: 'finance', quota: 5, partnerId, startsAt: '2026-01-01T08:30:00.123Z' },
    {
      kind: 'questions',
      externalUrl: '',
      endsAt: '2027-01-01T00:00:00Z',
      questions: [{ ...question, options: ["'=a", 'b,c'], expected: "'=a" }],
    },
  ]
  const ids: string[] = []
  for (const offer of offers) ids.push((await givenOffer(offer)).id)
  const before = await Promise.all(ids.map((id) => getOffer(deps, { id })))
  const csv = await exportSurveys(deps)
  for (const line of csv.split('\r\n')) expect(line).not.toMatch(/(^|,)"?[=+@-]/)
  expect(new Set(await outcomes(csv))).toEqual(new Set(['unchanged']))

  // Importing the export restores every field after all were changed.
  for (const id of ids) {
    await updateSurvey(deps, staff, {
      ...{
        id,
        title: 'x',
        description: 'x',
        reward: 3,
        duration: 3,
        category: '',
        country: '',
        adminNotes: '',
      },
      ...{ externalUrl: ADDRESS, isActive: true, kind: 'external', questions: null, partnerId: null },
      ...{ quota: null, startsAt: null, endsAt: null },
    })
  }
  expect(new Set(await outcomes(csv))).toEqual(new Set(['changed']))
  const withoutVersions = csv.replaceAll(/^([0-9a-f-]{36}),\d+,/gm, '$1,,')
  expect(await run(withoutVersions)).toMatchObject({ updatedCount: 5, createdCount: 0 })
  const after = await Promise.all(ids.map((id) => getOffer(deps, { id })))
  expect(after.map((offer) => ({ ...offer, version: 1 }))).toEqual(before)
})

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
  const hold = lockRows('survey', { surveyId: id })
  const results = await startBehind(db, hold, () =>
    ['Tea', 'Coffee'].map((title) => updateSurvey(deps, staff, { id, version, title })),
  )
  const refused = results.filter(({ status }) => status === 'rejected')
  expect(refused).toMatchObject([{ reason: { code: 'OFFER_CHANGED' } }])
  const [saved] = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value.title] : []))
  expect(await getOffer(deps, { id })).toMatchObject({ title: saved, version: 2 })
  expect(await listAudit(db, `survey:${id}`)).toHaveLength(2)
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
  await setRows(db, 'surveyAttempt', { memberId: first.memberId, surveyId: id }, { status: 'expired' })
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

test('a dry run reports what would happen and does nothing', async () => {
  const csv = `${HEAD}\nDry,About it,1,1,${ADDRESS}\nDry,Again,1,1,${ADDRESS}\nBad,About it,-1,1.5,x`
  const before = await getSurveySummary(deps)
  const dry = await run(csv, true)
  expect(dry).toMatchObject({
    createdCount: 1,
    results: [
      { line: 2, title: 'Dry', outcome: 'created' },
      { line: 3, outcome: 'title-exists' },
      {
        line: 4,
        outcome: 'invalid',
        problem: { column: 'Reward USD', problem: problem('TOO_SMALL', { min: 0 }) },
      },
    ],
  })
  expect(await getSurveySummary(deps)).toEqual(before)
  expect((await run(csv)).results).toEqual(dry.results)
  expect(await outcomes(csv)).toEqual(['title-exists', 'title-exists', 'invalid'])
  expect((await getSurveySummary(deps)).totalOffers).toBe(before.totalOffers + 1)
})

test('spreadsheets’ formats are accepted', async () => {
  const rows = [`Semi;About; 1.50 ;5;${ADDRESS}`, ';;;;', `Second;"Two\nlines";2;5;${ADDRESS}`]
  const csv = `\ufeff${HEAD.toLowerCase().replaceAll(',', ';')}\r\n${rows.join('\r\n')}\r\n`
  expect(await outcomes(csv)).toEqual(['created', 'created'])
})

test.each([
  [
    'no column that we know',
    'Name,Pay\nTea,1',
    [
      problem('COLUMNS_MISSING', { columns: ['Title', 'Description', 'Reward USD', 'Duration'] }),
      problem('COLUMNS_UNKNOWN', { columns: ['Name', 'Pay'] }),
    ],
  ],
  ['a column too many', `${HEAD},Clicks\na,b,1,1,c,9`, [problem('COLUMNS_UNKNOWN', { columns: ['Clicks'] })]],
  ['a column twice', `${HEAD},title\na,b,1,1,c,d`, [problem('COLUMNS_REPEATED', { columns: ['Title'] })]],
  [
    'more rows than are read',
    `${HEAD}\n${'a,b,1,1\n'.repeat(100_000)}`,
    [problem('TOO_MANY_ROWS', { max: 2000 })],
  ],
  [
    'one row more than are read',
    `${HEAD}\n${'a,b,1,1\n'.repeat(MAX_OFFER_ROWS + 1)}`,
    [problem('TOO_MANY_ROWS', { max: 2000 })],
  ],
])('a file with %s is refused as a whole, with the reason', async (_name, csv, problems) => {
  await expect(run(csv)).rejects.toMatchObject({ fields: { csv: problems } })
})

test('a row for a deleted or unknown survey changes nothing', async () => {
  const { id } = await givenOffer({ title: 'Gone' })
  await deleteSurvey(deps, staff, { id })
  const csv = `ID,${HEAD}\n${id},Gone,About it,2,1,${ADDRESS}\nx,Gone,About it,2,1,${ADDRESS}`
  expect((await run(csv)).results).toMatchObject([
    { outcome: 'unknown-id' },
    { outcome: 'invalid', problem: { column: 'ID', problem: problem('NOT_AN_ID') } },
  ])
})
