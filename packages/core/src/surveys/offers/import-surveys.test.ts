import { problem } from '@chuma/contract/problems'
import { createSurveyInput, MOST_OFFER_ROWS } from '@chuma/contract/surveys/survey-offers'
import { createTestDb } from '@chuma/db/testing'
import { afterAll, expect, test } from 'vitest'
import { givenStaff } from '../../admin/testing.ts'
import { givenPartner } from '../../partners/testing.ts'
import { createTestDeps } from '../../testing.ts'
import { importSurveys } from './import-surveys.ts'
import { createSurvey, getOffer, updateSurvey } from './offers.ts'
import { deleteSurvey, exportSurveys, getSurveySummary } from './stored-offers.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createTestDeps(db)
const { actor: staff } = await givenStaff(deps)

const HEAD = 'Title,Description,Reward USD,Duration,External URL'
const ADDRESS = 'https://partner.example/go'
const run = (csv: string, isDryRun = false) => importSurveys(deps, staff, { csv, isDryRun })
const outcomes = async (csv: string, isDryRun = false) =>
  (await run(csv, isDryRun)).results.map(({ outcome }) => outcome)
const given = (more: object) =>
  createSurvey(
    deps,
    staff,
    createSurveyInput.parse({
      title: 'Tea',
      description: 'About tea',
      reward: 1,
      duration: 1,
      externalUrl: ADDRESS,
      ...more,
    }),
  )

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
  for (const offer of offers) ids.push((await given(offer)).id)
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
    `${HEAD}\n${'a,b,1,1\n'.repeat(MOST_OFFER_ROWS + 1)}`,
    [problem('TOO_MANY_ROWS', { max: 2000 })],
  ],
])('a file with %s is refused as a whole, with the reason', async (_name, csv, problems) => {
  await expect(run(csv)).rejects.toMatchObject({ fields: { csv: problems } })
})

test('a row for a deleted or unknown survey changes nothing', async () => {
  const { id } = await given({ title: 'Gone' })
  await deleteSurvey(deps, staff, { id })
  const csv = `ID,${HEAD}\n${id},Gone,About it,2,1,${ADDRESS}\nx,Gone,About it,2,1,${ADDRESS}`
  expect((await run(csv)).results).toMatchObject([
    { outcome: 'unknown-id' },
    { outcome: 'invalid', problem: { column: 'ID', problem: problem('NOT_AN_ID') } },
  ])
})
