import type { Rule } from '@chuma/contract/surveys/eligibility/eligibility'
import { createSurveyInput } from '@chuma/contract/surveys/survey-offers'
import { recordStatements } from '@chuma/db/testing'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { givenStaff } from '../admin/testing.ts'
import type { SignedInMember } from '../caller.ts'
import { createChanges, followDatabase } from '../live/watch.ts'
import { getToday } from '../tasks/get-today.ts'
import { codeOf, createTestDeps, givenMember, openTestDb, setRows } from '../testing.ts'
import { createCatalogueReader } from './catalogue.ts'
import { completeSurvey } from './complete-survey.ts'
import { saveEligibility } from './eligibility.ts'
import { createSurvey, updateSurvey } from './offers/offers.ts'
import { deleteSurvey } from './offers/stored-offers.ts'
import { saveQuotas } from './quotas/quotas.ts'
import { givenProfileQuota, sexDimension, tell, toPlan } from './quotas/testing.ts'
import { listSurveys, startSurvey } from './surveys.ts'
import { givenSurvey, goodAnswers } from './testing.ts'

const { db, url, deps } = await openTestDb()
const { actor: staff } = await givenStaff(deps)

/** Another process, which keeps its copy for as long as nothing is announced. */
const changes = createChanges()
let begin = () => {}
const listening = new Promise<void>((resolve) => {
  begin = resolve
})
const listener = followDatabase({
  changes: { ...changes, announceAll: () => begin() },
  connectionString: url,
  onLost: () => {},
})
afterAll(listener.close)
const elsewhere = createTestDeps(db, {
  surveyCatalogue: createCatalogueReader(db, { changes, maxAgeMs: 3_600_000 }),
})

beforeEach(() => db.updateTable('survey').set({ isActive: false }).execute())

const listIds = async (member: SignedInMember, at = deps) => {
  const ids: string[] = []
  for (let isMore = true; isMore; ) {
    const page = await listSurveys(at, member, { limit: 7, after: ids.at(-1) })
    ids.push(...page.map(({ id }) => id))
    isMore = page.length === 7
  }
  return ids
}

const womenOnly: Rule = { is: 'any-of', attribute: 'sex', codes: ['female'] }

test('another process shows what staff change when it is announced', async () => {
  await listening
  const woman = await givenMember(db)
  await tell(db, woman.memberId, 'sex', 'female')
  const man = await givenMember(db)
  await tell(db, man.memberId, 'sex', 'male')
  const becomes = async (expected: { woman: number; man: number }) =>
    expect
      .poll(async () => ({
        woman: (await listIds(woman, elsewhere)).length,
        man: (await listIds(man, elsewhere)).length,
      }))
      .toEqual(expected)

  await becomes({ woman: 0, man: 0 })
  const input = { title: 'Tea', description: 'Which tea', reward: 2, duration: 5, category: '', country: '' }
  const { id } = await createSurvey(
    deps,
    staff,
    createSurveyInput.parse({
      ...input,
      externalUrl: 'https://partner.example/tea',
      adminNotes: '',
      isActive: true,
    }),
  )
  await becomes({ woman: 1, man: 1 })
  await saveEligibility(deps, staff, { id, version: 0, rule: womenOnly })
  await becomes({ woman: 1, man: 0 })
  await saveEligibility(deps, staff, { id, version: 1, rule: null })
  await becomes({ woman: 1, man: 1 })
  await updateSurvey(deps, staff, { id, isActive: false })
  await becomes({ woman: 0, man: 0 })
  await updateSurvey(deps, staff, { id, isActive: true })
  await becomes({ woman: 1, man: 1 })
  await deleteSurvey(deps, staff, { id })
  await becomes({ woman: 0, man: 0 })
})

test('a survey that gets quotas closes in another process for those without a cell', async () => {
  await listening
  const man = await givenMember(db)
  await tell(db, man.memberId, 'sex', 'male')
  const { id } = await createSurvey(
    deps,
    staff,
    createSurveyInput.parse({
      ...{ title: 'Hats', description: 'Which hats', reward: 2, duration: 5, category: 'lifestyle' },
      ...{ country: '', kind: 'questions', questions: null, externalUrl: '', adminNotes: '', isActive: true },
    }),
  )
  await expect.poll(() => listIds(man, elsewhere)).toEqual([id])
  await saveQuotas(deps, staff, toPlan(id, { dimensions: [sexDimension], cells: { female: 1, male: 1 } }))
  await startSurvey(deps, await givenMan(), { surveyId: id })
  await expect.poll(() => listIds(man, elsewhere)).toEqual([])
})

async function givenMan() {
  const member = await givenMember(db)
  await tell(db, member.memberId, 'sex', 'male')
  return member
}

test('a last place is gone and a window is over without any announcement', async () => {
  await listening
  const [member, other] = [await givenMember(db), await givenMember(db)]
  const limited = await givenSurvey(db, { quota: 1 })
  const timed = await givenSurvey(db, { endsAt: new Date(Date.now() + 3_600_000) })
  changes.announce('survey')
  expect((await listIds(member, elsewhere)).toSorted()).toEqual([limited, timed].toSorted())
  await startSurvey(deps, other, { surveyId: limited })
  expect(await listIds(member, elsewhere)).toEqual([timed])
  expect((await listIds(other, elsewhere)).toSorted()).toEqual([limited, timed].toSorted())
  await setRows(db, 'survey', { surveyId: timed }, { endsAt: new Date(Date.now() - 1000) })
  expect(await listIds(member, elsewhere)).toEqual([])
})

test('the next page follows a survey that was closed since the last one', async () => {
  const member = await givenMember(db)
  const day = (date: number) => ({ createdAt: new Date(Date.UTC(2025, 0, date)) })
  const ids = [await givenSurvey(db, day(3)), await givenSurvey(db, day(2)), await givenSurvey(db, day(1))]
  await setRows(db, 'survey', { surveyId: ids[1] ?? '' }, { isActive: false })
  const after = async (id: string | undefined) =>
    (await listSurveys(deps, member, { limit: 7, after: id })).map((survey) => survey.id)
  expect(await after(ids[1])).toEqual([ids[2]])
  await setRows(db, 'survey', { surveyId: ids[2] ?? '' }, { isActive: false })
  expect(await after(ids[1])).toEqual([])
  expect(await after(member.memberId)).toEqual([])
})

test('today’s count and the list of one request read the member’s surveys once, and agree', async () => {
  const member = await givenMember(db)
  await givenProfileQuota({ deps, staff }, { cells: { female: 1, male: 1 } })
  await givenSurvey(db, { quota: 1 })
  const full = await givenSurvey(db, { quota: 1 })
  await startSurvey(deps, await givenMember(db), { surveyId: full })
  await Promise.all([listSurveys(elsewhere, member), getToday(elsewhere, member)])
  changes.announce('survey')
  await elsewhere.surveyCatalogue()
  const request = { ...member }
  const statements = await recordStatements(async () => {
    const [today, listed] = await Promise.all([getToday(elsewhere, request), listSurveys(elsewhere, request)])
    expect(listed).toHaveLength(1)
    expect(today.opportunities.find(({ kind }) => kind === 'survey')).toMatchObject({ open: 1 })
  })
  expect(statements).toHaveLength(1)
})

let seed = 20_261_130
const random = (below: number) => {
  seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
  return Math.floor((seed / 2 ** 31) * below)
}
const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T

async function givenRandomSurvey(): Promise<string> {
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000)
  const quota = pick([undefined, undefined, 1, 2])
  const window = pick([
    ...[{}, { startsAt: at(-1) }, { endsAt: at(1) }, { startsAt: at(-1), endsAt: at(1) }],
    ...[{ startsAt: at(1) }, { endsAt: at(-1) }],
  ])
  const id = await givenSurvey(db, {
    country: pick(['', 'Global', 'kenya', 'KENYA', 'Kenya', 'Uganda']),
    isActive: random(5) > 0,
    ...window,
    ...(quota && { quota }),
  })
  const rule = pick<Rule | null>([null, null, womenOnly, { not: womenOnly }])
  if (rule) await saveEligibility(deps, staff, { id, version: 0, rule })
  return id
}

async function givenRandomMember() {
  const member = await givenMember(db)
  await setRows(db, 'member', { memberId: member.memberId }, { country: pick(['Kenya', 'Uganda', 'KENYA']) })
  const sex = pick(['female', 'male', null])
  if (sex) await tell(db, member.memberId, 'sex', sex)
  return member
}

test('a list shows exactly the surveys that a start accepts, over random worlds', async () => {
  const surveys: string[] = []
  for (let i = 0; i < 60; i++) surveys.push(await givenRandomSurvey())
  for (let i = 0; i < 4; i++) {
    surveys.push(await givenProfileQuota({ deps, staff }, { cells: { female: i % 2, male: 1 } }))
  }
  const outcomes = new Set<string>()
  for (let i = 0; i < 8; i++) {
    const member = await givenRandomMember()
    const listed = new Set(await listIds(member))
    const started: string[] = []
    for (const surveyId of surveys) {
      const outcome = await codeOf(startSurvey(deps, member, { surveyId }))
      if (outcome === 'passed') started.push(surveyId)
      outcomes.add(outcome)
      expect([outcome, listed.has(surveyId)]).toEqual([outcome, outcome === 'passed'])
    }
    const [ended = ''] = started
    await completeSurvey(deps, member, { surveyId: ended, answers: goodAnswers })
    expect((await listIds(member)).toSorted()).toEqual(started.filter((id) => id !== ended).toSorted())
  }
  const refusals = ['NOT_ELIGIBLE', 'PROFILE_NEEDED', 'QUOTA_FULL', 'SURVEY_FULL', 'SURVEY_NOT_FOUND']
  expect([...outcomes].sort()).toEqual([...refusals, 'passed'])
})
