import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { givenStaff, listAudit, startBehind } from '../../admin/testing.ts'
import { createTestDeps, givenMember, refusals } from '../../testing.ts'
import { listSurveys, startSurvey } from '../surveys.ts'
import { givenSurvey } from '../testing.ts'
import { getQuotas, releaseQuotas, saveQuotas } from './quotas.ts'
import { releaseLapsedPlaces } from './release-lapsed-places.ts'
import { ageDimension, givenProfileQuota, letPlacesLapse, sexDimension, tell, toPlan } from './testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createTestDeps(db)
const { actor: staff } = await givenStaff(deps)
const staffed = { deps, staff }

async function givenWoman() {
  const member = await givenMember(db)
  await tell(db, member.memberId, 'sex', 'female')
  return member
}
const isListed = async (member: Parameters<typeof listSurveys>[1], surveyId: string) =>
  (await listSurveys(deps, member)).some(({ id }) => id === surveyId)

test('a soft launch pauses after its places until staff release it, once', async () => {
  const surveyId = await givenProfileQuota(staffed, { softLaunch: 1, cells: { female: 5, male: 5 } })
  const [first, next] = [await givenWoman(), await givenWoman()]
  await startSurvey(deps, first, { surveyId })
  expect(await isListed(next, surveyId)).toBe(false)
  await expect(startSurvey(deps, next, { surveyId })).rejects.toMatchObject({ code: 'QUOTA_FULL' })
  expect(await getQuotas(deps, { id: surveyId })).toMatchObject({ isPaused: true })
  const hold = (trx: typeof db) =>
    trx.selectFrom('surveyQuota').select('surveyId').where('surveyId', '=', surveyId).forUpdate().execute()
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
