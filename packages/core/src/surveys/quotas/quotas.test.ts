import type { QuotaDimension } from '@chuma/contract/surveys/quotas/quotas'
import { createDb } from '@chuma/db/client'
import { getBalance } from '@chuma/db/queries/wallet/wallet'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { givenStaff, listAudit, startBehind } from '../../admin/testing.ts'
import { createTestDeps, givenMember, lockRows, openTestDb, readRows, refusals } from '../../testing.ts'
import { completeSurvey, saveAnswer } from '../complete-survey.ts'
import { expireSurveys, getSurvey, listSurveys, startSurvey } from '../surveys.ts'
import { givenSurvey, goodAnswers } from '../testing.ts'
import { checkQuotas } from './check-quotas.ts'
import { getQuotas, orderCells, releaseQuotas, saveQuotas } from './quotas.ts'
import { releaseLapsedPlaces } from './release-lapsed-places.ts'
import {
  ageDimension,
  drinkDimension,
  drinks,
  givenDrinks,
  givenProfileQuota,
  letPlacesLapse,
  sexDimension,
  tell,
  toPlan,
} from './testing.ts'

const { db, url, deps } = await openTestDb()
const second = createDb(url, { max: 30 })
afterAll(() => second.destroy())
const { actor: staff } = await givenStaff(deps)
const staffed = { deps, staff }

async function givenWoman() {
  const member = await givenMember(db)
  await tell(db, member.memberId, 'sex', 'female')
  return member
}

const cellsOf = async (id: string) => {
  const { cells, isSound } = await getQuotas(deps, { id })
  expect(isSound).toBe(true)
  return Object.fromEntries(
    cells.map(({ id: cell, reserved, answered, accepted }) => [cell, [reserved, answered, accepted]]),
  )
}

const isListed = async (member: Parameters<typeof listSurveys>[1], surveyId: string) =>
  (await listSurveys(deps, member)).some(({ id }) => id === surveyId)

type Member = Awaited<ReturnType<typeof givenMember>>

const answer = (member: Member, surveyId: string, questionId: number, value: string | number) =>
  saveAnswer(deps, member, { surveyId, questionId, answer: value })

test('of fifty members over two pools of connections one gets the last place of a cell', async () => {
  const surveyId = await givenProfileQuota(staffed, { cells: { female: 1, male: 5 } })
  const members = await Promise.all(Array.from({ length: 50 }, givenWoman))
  const pools = [deps, createTestDeps(second)]
  const race = await startBehind(
    db,
    (holder) => sql`select from survey_cell where survey_id = ${surveyId} for update`.execute(holder),
    () => members.map((member, place) => startSurvey(pools[place % 2] ?? deps, member, { surveyId })),
  )
  expect(refusals(race)).toEqual(Array(49).fill('QUOTA_FULL'))
  expect(await cellsOf(surveyId)).toEqual({ female: [1, 0, 0], male: [0, 0, 0] })
})

test('a place is reserved at the start, and becomes accepted with the answers', async () => {
  const surveyId = await givenProfileQuota(staffed, { cells: { female: 1, male: 1 } })
  const [first, other] = [await givenWoman(), await givenWoman()]
  await startSurvey(deps, first, { surveyId })
  await startSurvey(deps, first, { surveyId })
  expect(await cellsOf(surveyId)).toMatchObject({ female: [1, 0, 0] })
  expect(await isListed(first, surveyId)).toBe(true)
  expect(await isListed(other, surveyId)).toBe(false)
  await completeSurvey(deps, first, { surveyId, answers: goodAnswers })
  expect(await cellsOf(surveyId)).toMatchObject({ female: [0, 0, 1] })
  await expect(startSurvey(deps, other, { surveyId })).rejects.toMatchObject({ code: 'QUOTA_FULL' })
  // They never began: nothing is kept of it.
  expect((await getSurvey(deps, other, { surveyId })).status).toBeNull()
})

test('who has not told us, or told something else, is not shown the survey', async () => {
  const surveyId = await givenProfileQuota(staffed, { cells: { female: 1, male: 1 } })
  const silent = await givenMember(db)
  expect(await isListed(silent, surveyId)).toBe(false)
  await expect(startSurvey(deps, silent, { surveyId })).rejects.toMatchObject({ code: 'PROFILE_NEEDED' })
  await tell(db, silent.memberId, 'sex', 'intersex')
  expect(await isListed(silent, surveyId)).toBe(false)
  await expect(startSurvey(deps, silent, { surveyId })).rejects.toMatchObject({ code: 'QUOTA_FULL' })
})

test('the screening answers decide the cell, and change it until the end', async () => {
  const surveyId = await givenDrinks(staffed, { cells: { tea: 1, coffee: 1 } })
  const member = await givenMember(db)
  await startSurvey(deps, member, { surveyId })
  await answer(member, surveyId, 1, 'yes')
  expect(await cellsOf(surveyId)).toEqual({ coffee: [0, 0, 0], tea: [0, 0, 0] })
  await answer(member, surveyId, 2, 'tea')
  expect(await cellsOf(surveyId)).toEqual({ coffee: [0, 0, 0], tea: [1, 0, 0] })
  await answer(member, surveyId, 2, 'coffee')
  expect(await cellsOf(surveyId)).toEqual({ coffee: [1, 0, 0], tea: [0, 0, 0] })
  await answer(member, surveyId, 2, 'water')
  expect(await cellsOf(surveyId)).toEqual({ coffee: [0, 0, 0], tea: [0, 0, 0] })
})

test('a full cell ends the survey kindly, and pays what was promised, once, from two tabs', async () => {
  const surveyId = await givenDrinks(staffed, { cells: { tea: 1, coffee: 1 } })
  const [first, late] = [await givenMember(db), await givenMember(db)]
  await completeSurvey(deps, first, { surveyId, answers: { '1': 'yes', '2': 'tea', '3': 2 } })
  await startSurvey(deps, late, { surveyId })
  await answer(late, surveyId, 1, 'yes')
  const tabs = await Promise.allSettled([
    answer(late, surveyId, 2, 'tea'),
    completeSurvey(deps, late, { surveyId, answers: { '2': 'tea', '3': 4 } }),
  ])
  const told = tabs.filter((tab) => tab.status === 'fulfilled')
  expect(told).toMatchObject([{ value: { screenedOut: { reason: 'cell-full' } } }])
  expect(tabs.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'SURVEY_FINISHED' },
  })
  expect(await getBalance(db, late.memberId)).toMatchObject({ availablePoints: 1 })
  // What they said is kept.
  const said = await readRows(db, 'surveyAnswer', ['questionId'], { memberId: late.memberId })
  expect(said.map(({ questionId }) => questionId)).toEqual(expect.arrayContaining([1, 2]))
  expect(await cellsOf(surveyId)).toEqual({ coffee: [0, 0, 0], tea: [0, 0, 1] })
})

test('a survey whose cells are all full ends at the first answer, and is not listed', async () => {
  const surveyId = await givenDrinks(staffed, { cells: { tea: 1 } })
  const [first, begun, late] = [await givenMember(db), await givenMember(db), await givenMember(db)]
  await startSurvey(deps, begun, { surveyId })
  await completeSurvey(deps, first, { surveyId, answers: { '1': 'yes', '2': 'tea', '3': 2 } })
  expect(await isListed(late, surveyId)).toBe(false)
  await expect(startSurvey(deps, late, { surveyId })).rejects.toMatchObject({ code: 'QUOTA_FULL' })
  expect(await answer(begun, surveyId, 1, 'yes')).toMatchObject({
    screenedOut: { reason: 'cell-full', pointsEarned: 1 },
  })
})

test('answers that lead to no cell end the survey with the screen-out reward', async () => {
  const surveyId = await givenDrinks(staffed, { cells: { tea: 1 } })
  const member = await givenMember(db)
  expect(
    await completeSurvey(deps, member, { surveyId, answers: { '1': 'yes', '2': 'coffee', '3': 2 } }),
  ).toMatchObject({ pointsEarned: 1, screenedOut: { reason: 'outside-quota' } })
})

test('a place that waits too long goes to somebody else, and comes back if there is one', async () => {
  const surveyId = await givenProfileQuota(staffed, { cells: { female: 1, male: 1 } })
  const [slow, quick] = [await givenWoman(), await givenWoman()]
  await startSurvey(deps, slow, { surveyId })
  expect(await releaseLapsedPlaces(deps)).toBe(0)
  await letPlacesLapse(db, surveyId)
  expect(await releaseLapsedPlaces(deps)).toBe(1)
  expect(await cellsOf(surveyId)).toMatchObject({ female: [0, 0, 0] })
  await answer(slow, surveyId, 2, 4)
  expect(await cellsOf(surveyId)).toMatchObject({ female: [1, 0, 0] })

  await letPlacesLapse(db, surveyId)
  expect(await releaseLapsedPlaces(deps)).toBe(1)
  await completeSurvey(deps, quick, { surveyId, answers: goodAnswers })
  expect(await completeSurvey(deps, slow, { surveyId, answers: goodAnswers })).toMatchObject({
    pointsEarned: 1,
    screenedOut: { reason: 'cell-full' },
  })
  expect(await cellsOf(surveyId)).toMatchObject({ female: [0, 0, 1] })
})

test('an expired attempt gives its place back', async () => {
  const surveyId = await givenProfileQuota(staffed, { cells: { female: 1, male: 1 } })
  const [gone, next] = [await givenWoman(), await givenWoman()]
  await startSurvey(deps, gone, { surveyId })
  await sql`update survey_attempt set started_at = now() - interval '90 days'
    where member_id = ${gone.memberId}`.execute(db)
  await expireSurveys(deps)
  expect(await cellsOf(surveyId)).toMatchObject({ female: [0, 0, 0] })
  expect(await startSurvey(deps, next, { surveyId })).toMatchObject({ status: 'started' })
})

test('the counts of a survey without quotas agree, however many completed it', async () => {
  const surveyId = await givenSurvey(db)
  for (const member of [await givenMember(db), await givenWoman()])
    await completeSurvey(deps, member, { surveyId, answers: goodAnswers })
  expect(await getQuotas(deps, { id: surveyId })).toMatchObject({ version: 0, isSound: true })
})

test('a profile that changes on the way does not change the cell', async () => {
  const surveyId = await givenProfileQuota(staffed, { cells: { female: 1, male: 1 } })
  const member = await givenWoman()
  await startSurvey(deps, member, { surveyId })
  await tell(db, member.memberId, 'sex', 'male')
  await completeSurvey(deps, member, { surveyId, answers: goodAnswers })
  expect(await cellsOf(surveyId)).toEqual({ female: [0, 0, 1], male: [0, 0, 0] })
})

test('cells interlock the profile with answers', async () => {
  const surveyId = await givenDrinks(staffed, {
    dimensions: [ageDimension, drinkDimension],
    cells: { 'older|tea': 1, 'older|coffee': 1, 'younger|tea': 1 },
  })
  const member = await givenMember(db)
  await tell(db, member.memberId, 'birth_year', '2001')
  expect(
    await completeSurvey(deps, member, { surveyId, answers: { '1': 'yes', '2': 'tea', '3': 1 } }),
  ).toMatchObject({ pointsEarned: 5 })
  expect(await cellsOf(surveyId)).toMatchObject({ 'younger|tea': [0, 0, 1] })
  const late = await givenMember(db)
  await tell(db, late.memberId, 'birth_year', '2000')
  expect(await isListed(late, surveyId)).toBe(false)
})

test('a band of ages is a dimension, and who leaves their year open or is of another band has no place', async () => {
  const band = (code: string) => ({ code, label: code, codes: [code] })
  const age: QuotaDimension = {
    source: 'profile',
    code: 'age',
    label: 'Age',
    groups: [band('18-24'), { code: 'grown', label: 'Grown', codes: ['25-34', '65_plus'] }],
  }
  const cells = { '18-24': 2, grown: 2 }
  const surveyId = await givenProfileQuota(staffed, { dimensions: [age], cells })
  const of = async (born: string) => {
    const member = await givenMember(db)
    await tell(db, member.memberId, 'birth_year', born)
    return member
  }
  const year = new Date().getFullYear()
  const fitting = [await of(`${year - 24}`), await of(`${year - 25}`), await of(`${year - 90}`)]
  for (const member of fitting) {
    expect(await isListed(member, surveyId)).toBe(true)
    await startSurvey(deps, member, { surveyId })
  }
  expect(await cellsOf(surveyId)).toEqual({ '18-24': [1, 0, 0], grown: [2, 0, 0] })
  const left = [
    await of(`${year - 17}`),
    await of(`${year - 40}`),
    await of('prefer_not'),
    await givenMember(db),
  ]
  for (const member of left) expect(await isListed(member, surveyId)).toBe(false)
  expect(found({ dimensions: [{ ...age, groups: [band('17-18')] }], cells: { '17-18': 1 } })).toEqual([
    ['error', 'quotas.dimensions.0.groups.0.codes', 'QUOTA_OPTION_UNKNOWN'],
  ])
})

test('the database refuses a place too many, whatever the code does', async () => {
  const surveyId = await givenProfileQuota(staffed, { cells: { female: 1, male: 1 } })
  await startSurvey(deps, await givenWoman(), { surveyId })
  const overfill = sql`update survey_cell set accepted = accepted + 1 where survey_id = ${surveyId} and cell = 'female'`
  await expect(overfill.execute(db)).rejects.toMatchObject({ constraint: 'survey_cell_not_overfilled' })
})

const found = (plan: Parameters<typeof toPlan>[1], questionnaire: typeof drinks | null = drinks) =>
  checkQuotas(toPlan('', plan), questionnaire).map(({ level, path, problem }) => [level, path, problem.code])

test('quotas that can be filled have no issues', () => {
  expect(found({ cells: { tea: 10, coffee: 5 } })).toEqual([])
  const dimensions = [ageDimension, drinkDimension]
  expect(found({ dimensions, cells: { 'older|tea': 1, 'younger|coffee': 1 } })).toEqual([])
  expect(found({ dimensions: [], cells: { '': 400 } }, null)).toEqual([])
})

const other = { code: 'other', label: 'Other', codes: ['juice'] }
const water = { code: 'water', label: 'Water', codes: ['water'] }
const withGroup = (group: typeof other) => [{ ...drinkDimension, groups: [...drinkDimension.groups, group] }]
const several = { ...sexDimension, code: 'languages' }

test.each([
  [
    'an option that nobody can choose',
    { dimensions: withGroup(other), cells: { tea: 1 } },
    ['quotas.dimensions.0.groups.2.codes', 'QUOTA_OPTION_UNKNOWN'],
  ],
  [
    'a question that is not in the screening',
    { dimensions: [{ ...drinkDimension, code: 'cups' }], cells: { tea: 1 } },
    ['quotas.dimensions.0.code', 'QUOTA_QUESTION_UNKNOWN'],
  ],
  [
    'an attribute with several answers',
    { dimensions: [several], cells: { male: 1 } },
    ['quotas.dimensions.0.code', 'QUOTA_ATTRIBUTE_UNKNOWN'],
  ],
  [
    'a cell of a group that does not exist',
    { cells: { milk: 1 } },
    ['cells.0.groups', 'QUOTA_GROUP_UNKNOWN'],
  ],
  [
    'a cell that lacks a dimension',
    { dimensions: [ageDimension, drinkDimension], cells: { older: 1 } },
    ['cells.0.groups', 'QUOTA_GROUP_UNKNOWN'],
  ],
  ['targets above the total', { total: 2, cells: { tea: 2, coffee: 1 } }, ['total', 'QUOTA_ABOVE_TOTAL']],
  [
    'a cell whose members are screened out',
    { dimensions: withGroup(water), cells: { tea: 1, water: 1 } },
    ['cells.1', 'QUOTA_CELL_UNREACHABLE'],
  ],
])('%s is an error', (_, plan, [path, code]) => {
  expect(found(plan)).toEqual([['error', path, code]])
})

test('a cell that wants nobody may be out of reach, and a total that targets do not reach is a warning', () => {
  expect(found({ total: 5, dimensions: withGroup(water), cells: { tea: 1, water: 0 } })).toEqual([
    ['warning', 'total', 'QUOTA_BELOW_TOTAL'],
  ])
})

test('without a questionnaire no question can decide', () => {
  expect(found({ cells: { tea: 1 } }, null)).toEqual([
    ['error', 'quotas.dimensions.0.code', 'QUOTA_QUESTION_UNKNOWN'],
  ])
})

const groups = (codes: string) => codes.split(' ').map((code) => ({ code, label: code, codes: [code] }))
const dimensions = [{ groups: groups('women men') }, { groups: groups('town countryside') }]
const cells = (names: string) => names.split(' ').map((name) => ({ groups: name.split('|') }))
const order = (names: string) => orderCells(dimensions, cells(names)).map((cell) => cell.groups.join('|'))

test('cells stand as in the editor, and not by the alphabet', () => {
  expect(order('men|countryside men|town women|countryside women|town')).toEqual([
    'women|town',
    'women|countryside',
    'men|town',
    'men|countryside',
  ])
})

test('a cell of a group that is gone comes last', () => {
  expect(order('children|town men|town women|village women|town')).toEqual([
    'women|town',
    'women|village',
    'men|town',
    'children|town',
  ])
})

test('a soft launch pauses after its places until staff release it, once', async () => {
  const surveyId = await givenProfileQuota(staffed, { softLaunch: 1, cells: { female: 5, male: 5 } })
  const [first, next] = [await givenWoman(), await givenWoman()]
  await startSurvey(deps, first, { surveyId })
  expect(await isListed(next, surveyId)).toBe(false)
  await expect(startSurvey(deps, next, { surveyId })).rejects.toMatchObject({ code: 'QUOTA_FULL' })
  expect(await getQuotas(deps, { id: surveyId })).toMatchObject({ isPaused: true })
  const hold = lockRows('surveyQuota', { surveyId })
  const releases = await startBehind(db, hold, () =>
    Array.from({ length: 5 }, () => releaseQuotas(deps, staff, { id: surveyId, version: 1 })),
  )
  expect(refusals(releases)).toEqual(Array(4).fill('ALREADY_DECIDED'))
  expect(await isListed(next, surveyId)).toBe(true)
  expect(await startSurvey(deps, next, { surveyId })).toMatchObject({ status: 'started' })
  expect((await listAudit(db, `survey:${surveyId}`)).map(({ action }) => action)).toEqual(
    expect.arrayContaining(['save-quotas', 'release-quotas']),
  )
})

test('a day takes no more than its share of a cell, and gives back what is released', async () => {
  const surveyId = await givenProfileQuota(staffed, { dailyPercent: 10, cells: { female: 10, male: 10 } })
  const [first, next] = [await givenWoman(), await givenWoman()]
  await startSurvey(deps, first, { surveyId })
  await expect(startSurvey(deps, next, { surveyId })).rejects.toMatchObject({ code: 'QUOTA_FULL' })
  expect(await isListed(next, surveyId)).toBe(false)
  await sql`update survey_cell set day = day - 1 where survey_id = ${surveyId}`.execute(db)
  expect(await startSurvey(deps, next, { surveyId })).toMatchObject({ status: 'started' })
  const third = await givenWoman()
  await expect(startSurvey(deps, third, { surveyId })).rejects.toMatchObject({ code: 'QUOTA_FULL' })
  await letPlacesLapse(db, surveyId)
  await releaseLapsedPlaces(deps)
  expect(await startSurvey(deps, third, { surveyId })).toMatchObject({ status: 'started' })
})

test('quotas begin before members do; then targets may change down to what is taken, and cells may not', async () => {
  const begun = await givenSurvey(db)
  await startSurvey(deps, await givenMember(db), { surveyId: begun })
  const plan = { dimensions: [sexDimension], cells: { female: 2, male: 2 } }
  await expect(saveQuotas(deps, staff, toPlan(begun, plan))).rejects.toMatchObject({
    fields: { id: [{ code: 'QUOTA_AFTER_START' }] },
  })
  const surveyId = await givenProfileQuota(staffed, plan)
  for (let place = 0; place < 2; place += 1) await startSurvey(deps, await givenWoman(), { surveyId })
  const save = (given: Partial<Parameters<typeof toPlan>[1]>, version = 1) =>
    saveQuotas(deps, staff, toPlan(surveyId, { ...plan, version, ...given }))
  await expect(save({ cells: { female: 1, male: 2 } })).rejects.toMatchObject({
    fields: { 'cells.0.target': [{ code: 'QUOTA_TARGET_TAKEN', params: { taken: 2 } }] },
  })
  await expect(save({ dimensions: [ageDimension], cells: { older: 5 } })).rejects.toMatchObject({
    fields: { dimensions: [{ code: 'QUOTA_FROZEN' }] },
  })
  await expect(save({}, 7)).rejects.toMatchObject({ code: 'QUOTAS_CHANGED' })
  await save({ cells: { female: 3, male: 0 } })
  await startSurvey(deps, await givenWoman(), { surveyId })
  const { cells } = await getQuotas(deps, { id: surveyId })
  expect(cells.find(({ id }) => id === 'female')).toMatchObject({ target: 3, reserved: 3 })
})
