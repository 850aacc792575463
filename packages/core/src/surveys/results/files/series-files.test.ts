import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { letDeletionCome } from '../../../account/testing.ts'
import { eraseMembers } from '../../../personal-data/erase-members.ts'
import { shareProfile } from '../../../profile/profile.ts'
import { givenMember, openTestDb } from '../../../testing.ts'
import { completeSurvey } from '../../complete-survey.ts'
import { givenSurvey, goodAnswers } from '../../testing.ts'
import { exportText } from '../testing.ts'

const { db, deps } = await openTestDb()

/** A survey of a series that these people answered. `organisation`: who commissions it. */
async function givenWave(
  members: readonly Awaited<ReturnType<typeof givenMember>>[],
  { series = 'Tea tracker', organisation }: { series?: string; organisation?: string } = {},
) {
  const surveyId = await givenSurvey(db, { series })
  for (const member of members) await completeSurvey(deps, member, { surveyId, answers: goodAnswers })
  await db.deleteFrom('surveyReview').where('surveyId', '=', surveyId).execute()
  if (organisation !== undefined) await assign(surveyId, organisation)
  return surveyId
}

async function assign(surveyId: string, organisation: string): Promise<void> {
  await sql`insert into client_organisation (name, created_by) values (${organisation}, 'staff:test') on conflict do nothing`.execute(
    db,
  )
  await sql`insert into client_survey (survey_id, organisation_id, assigned_by)
    select ${surveyId}, organisation_id, 'staff:test' from client_organisation where name = ${organisation}`.execute(
    db,
  )
}

type Row = { respondent: string; respondent_key?: string | null }
const readRows = async (id: string): Promise<Row[]> =>
  JSON.parse(await exportText(deps, { id, format: 'json' }))
const readKeys = async (id: string) =>
  (await readRows(id)).map(({ respondent_key: key }) => key ?? null).sort()

const given = async (count: number) => {
  const members = []
  for (let at = 0; at < count; at += 1) members.push(await givenMember(db))
  return members
}

test('the key of those who agreed is the same in two waves, and empty of those who did not', async () => {
  const members = await given(5)
  for (const member of members.slice(0, 3)) await shareProfile(deps, member, { isLinked: true })
  const [first, second] = [await givenWave(members), await givenWave(members, { series: 'tea TRACKER' })]
  const keys = await readKeys(first)
  expect(keys.filter((key) => key !== null)).toEqual(Array(3).fill(expect.stringMatching(/^k[0-9a-f]{15}$/)))
  expect(new Set(keys).size).toBe(4)
  expect(await readKeys(second)).toEqual(keys)
  const respondents = new Set((await readRows(first)).map(({ respondent }) => respondent))
  expect((await readRows(second)).some(({ respondent }) => respondents.has(respondent))).toBe(false)
  const [known] = keys.filter((key) => key !== null)
  for (const format of ['csv', 'triple-s', 'sav'])
    expect(await exportText(deps, { id: first, format })).toContain(known?.slice(0, 8))
})

test('another series and another client have other keys, also of the same name', async () => {
  const members = await given(2)
  for (const member of members) await shareProfile(deps, member, { isLinked: true })
  const all = [
    await givenWave(members),
    await givenWave(members, { series: 'Milk tracker' }),
    await givenWave(members, { organisation: 'Highland Tea' }),
    await givenWave(members, { organisation: 'Lake Tea' }),
  ]
  const keys = (await Promise.all(all.map(readKeys))).flat()
  expect(new Set(keys).size).toBe(8)
  expect(keys).not.toContain(null)
  expect(await readKeys(await givenWave(members, { organisation: 'Lake Tea' }))).toEqual(keys.slice(6))
})

test('a survey of no series has no such column', async () => {
  const [member] = await given(1)
  if (member) await shareProfile(deps, member, { isLinked: true })
  const id = await givenWave(member ? [member] : [], { series: '' })
  expect((await readRows(id))[0]).not.toHaveProperty('respondent_key')
})

test('files made after a withdrawal have no key, and a new consent makes another', async () => {
  const [member] = await given(1)
  if (!member) throw new Error('nobody')
  const { linkedSince } = await shareProfile(deps, member, { isLinked: true })
  const waves = [await givenWave([member]), await givenWave([member])]
  const [before] = await Promise.all(waves.map(readKeys))
  // Agreeing again while it goes on changes nothing, and sharing with partners is another consent.
  const again = await shareProfile(deps, member, { isLinked: true })
  expect([again.linkedSince, again.sharedSince]).toEqual([linkedSince, null])
  expect(await readKeys(waves[0] ?? '')).toEqual(before)
  const { linkedSince: none } = await shareProfile(deps, member, { isLinked: false, isShared: true })
  expect(none).toBeNull()
  expect(await Promise.all(waves.map(readKeys))).toEqual([[null], [null]])
  await shareProfile(deps, member, { isLinked: true })
  const [after, other] = await Promise.all(waves.map(readKeys))
  expect(after).toEqual(other)
  expect(after).not.toEqual(before)
})

test('nothing in a file made after an erasure links what someone answered', async () => {
  const [member] = await given(1)
  if (!member) throw new Error('nobody')
  await shareProfile(deps, member, { isLinked: true })
  const waves = [await givenWave([member]), await givenWave([member])]
  const [key] = (await readKeys(waves[0] ?? '')).filter((each) => each !== null)
  expect(key).toBeDefined()
  await letDeletionCome(db, member.memberId)
  await eraseMembers(deps)
  const files = await Promise.all(waves.map((id) => exportText(deps, { id, format: 'json' })))
  expect(files.join()).not.toMatch(/"k[0-9a-f]{15}"/)
})
