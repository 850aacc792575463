import { createTestDb } from '@chuma/db/testing'
import { afterAll, expect, test } from 'vitest'
import { givenStaff } from '../../admin/testing.ts'
import { createTestDeps } from '../../testing.ts'
import { checkDraft, publishQuestionnaire, saveQuestionnaire } from '../questionnaire/save-questionnaire.ts'
import { givenQuestions } from '../questionnaire/testing.ts'
import { exportQuotas, getQuotas, importQuotas } from './quotas.ts'
import { ageDimension, drinkDimension, givenDrinks } from './testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createTestDeps(db)
const { actor: staff } = await givenStaff(deps)
const staffed = { deps, staff }
const dimensions = [ageDimension, drinkDimension]

test('a file comes back as it went, or with other targets', async () => {
  const id = await givenDrinks(staffed, { dimensions, cells: { 'older|tea': 3, 'younger|coffee': 4 } })
  const csv = await exportQuotas(deps, { id })
  expect(csv.replaceAll('\r', '').replace('\uFEFF', '').trim().split('\n')).toEqual([
    'birth_year,drink,Target',
    'older,tea,3',
    'younger,coffee,4',
  ])
  await importQuotas(deps, staff, { id, version: 1, csv })
  await importQuotas(deps, staff, { id, version: 2, csv: 'Target;drink;birth_year\n9;tea;older\n' })
  const { cells, total, version } = await getQuotas(deps, { id })
  expect([cells.map(({ id: cell, target }) => [cell, target]), total, version]).toEqual([
    [['older|tea', 9]],
    9,
    3,
  ])
})

test.each([
  ['drink,Target\ntea,3\n', 'COLUMNS_MISSING'],
  ['birth_year,drink,Target\nolder,milk,3\n', 'LINE_UNREADABLE'],
  ['birth_year,drink,Target\nolder,tea,many\n', 'LINE_UNREADABLE'],
  ['birth_year,drink,Target\nolder,tea,-1\n', 'LINE_UNREADABLE'],
  ['birth_year,drink,Target\n', 'TOO_SMALL'],
  ['birth_year,drink,Target\nolder,tea,0\n', 'TOO_SMALL'],
])('%j is refused by name', async (csv, code) => {
  const id = await givenDrinks(staffed, { dimensions, cells: { 'older|tea': 3 } })
  await expect(importQuotas(deps, staff, { id, version: 1, csv })).rejects.toMatchObject({
    fields: { csv: [{ code }] },
  })
})

test('a questionnaire that makes quotas impossible is not published', async () => {
  const id = await givenDrinks(staffed, { cells: { tea: 1 } })
  const questionnaire = givenQuestions({ code: 'juice', type: 'yes-no' })
  await saveQuestionnaire(deps, staff, { id, version: 1, questionnaire })
  const { isPublishable, issues } = await checkDraft(deps, { id })
  expect([isPublishable, issues.map(({ problem }) => problem.code)]).toEqual([
    false,
    ['QUOTA_QUESTION_UNKNOWN'],
  ])
  await expect(publishQuestionnaire(deps, staff, { id, version: 2 })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  })
})
