import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { hideSmall } from '../../surveys/quotas/quotas.ts'
import { createTestDeps } from '../../testing.ts'
import { givenBudget, givenClient, givenComplete } from '../testing.ts'
import { getMyProgress } from './commissioned-surveys.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createTestDeps(db)
const shown = (...accepted: number[]) =>
  hideSmall(
    accepted.map((count) => ({ accepted: count })),
    [],
  ).map((cell) => cell.accepted)

test('progress by day counts the answers that the client pays for', async () => {
  const { surveyId, client } = await givenBudget(deps)
  const members = [await givenComplete(deps, surveyId), await givenComplete(deps, surveyId)]
  await givenComplete(deps, surveyId)
  await sql`update client_place set is_charged = false, is_open = false
    where survey_id = ${surveyId} and member_id = ${members[0]?.memberId}`.execute(db)
  const { days, cells } = await getMyProgress(deps, client, { id: surveyId })
  expect(days).toEqual([{ day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), accepted: 2 }])
  expect(cells).toEqual([])
})

test('progress by quota names the groups, and hides cells of fewer than five', async () => {
  const { surveyId, client } = await givenBudget(deps, { completes: 12 })
  const members = []
  for (let at = 0; at < 8; at += 1) members.push(await givenComplete(deps, surveyId))
  await sql`insert into survey_quota (survey_id, dimensions, total, hold_minutes, version, saved_by) values (${surveyId},
    ${JSON.stringify([
      {
        source: 'profile',
        code: 'gender',
        label: 'Gender',
        groups: [
          { code: 'f', label: 'Women', codes: ['f'] },
          { code: 'm', label: 'Men', codes: ['m'] },
          { code: 'x', label: 'Others', codes: ['x'] },
        ],
      },
    ])}::jsonb, 30, 60, 1, 'staff:amina')`.execute(db)
  await sql`insert into survey_cell (survey_id, cell, groups, profile, target)
    select ${surveyId}, code, array[code], jsonb_build_object('gender', jsonb_build_array(code)), 10
    from unnest(array['f', 'm', 'x']) code`.execute(db)
  // As if the survey had had quotas from the start.
  await sql`alter table survey_place disable trigger user`.execute(db)
  for (const [at, { memberId }] of members.entries()) {
    await sql`insert into survey_place (member_id, survey_id, cell, state, day, until)
      values (${memberId}, ${surveyId}, ${at < 6 ? 'f' : 'm'}, 'accepted', current_date, now())`.execute(db)
  }
  await sql`alter table survey_place enable trigger user`.execute(db)
  const { cells } = await getMyProgress(deps, client, { id: surveyId })
  expect(cells.map(({ groups, target, accepted }) => [groups[0], target, accepted])).toEqual([
    ['Women', 10, null],
    ['Men', 10, null],
    ['Others', 10, null],
  ])
})

test('a small cell hides all, as results cut the same people another way', () => {
  expect(shown(20, 3, 9)).toEqual([null, null, null])
  expect(shown(20, 9, 0)).toEqual([20, 9, 0])
  expect(shown(1, 1, 0)).toEqual([null, null, null])
})

test('cells that merge answers to a question are hidden, as one of the answers would follow', () => {
  const group = (...codes: string[]) => ({ code: codes.join('_'), label: '', codes })
  const dimension = (source: 'question' | 'profile') => ({
    source,
    groups: [group('tea', 'coffee'), group('milk')],
  })
  expect(hideSmall([{ accepted: 23 }], [dimension('question')])).toEqual([{ accepted: null }])
  expect(hideSmall([{ accepted: 23 }], [dimension('profile')])).toEqual([{ accepted: 23 }])
})

test('another organisation’s progress answers as unknown', async () => {
  const [{ client }, { surveyId }] = [await givenClient(deps), await givenClient(deps)]
  await expect(getMyProgress(deps, client, { id: surveyId })).rejects.toMatchObject({
    code: 'SURVEY_NOT_FOUND',
  })
})
