import {
  type AttributeKey,
  attributesOf,
  PREFER_NOT,
  PROFILE_ATTRIBUTES,
  PROFILE_GROUPS,
} from '@chuma/contract/profile/profile-attributes'
import { type Rule, rule as ruleSchema } from '@chuma/contract/surveys/eligibility/eligibility'
import { upsertProfileAnswer } from '@chuma/db/queries/profile/profile-answers'
import { compileRule, readMemberFacts } from '@chuma/db/queries/surveys/eligibility'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { givenMember, openTestDb } from '../../testing.ts'
import { matchesRule } from '../eligibility.ts'
import { givenSurvey } from '../testing.ts'

const { db } = await openTestDb()

const RULES = 400
const MEMBERS = 40
const ATTRIBUTES: AttributeKey[] = ['sex', 'county', 'assets', 'settlement']

let seed = 20_261_127
const random = (below: number) => {
  seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
  return Math.floor((seed / 2 ** 31) * below)
}
const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T
const isTrue = (percent: number) => random(100) < percent
const codesOf = (key: AttributeKey) => PROFILE_ATTRIBUTES[key].options.slice(0, 4).map(({ code }) => code)
const some = (key: AttributeKey) => {
  const chosen = codesOf(key).filter(() => isTrue(50))
  return chosen.length > 0 ? chosen : [pick(codesOf(key))]
}
const bounds = (low: number, span: number) => {
  const from = low + random(span)
  return pick([{ from }, { to: from }, { from, to: from + random(span) }])
}

async function givenCrowd() {
  const surveys: { id: string; category: string }[] = []
  for (const category of ['finance', 'health', 'health']) {
    surveys.push({ id: await givenSurvey(db, { category, country: '' }), category })
  }
  const members: string[] = []
  for (let i = 0; i < MEMBERS; i++) members.push(await givenPerson(surveys.map(({ id }) => id)))
  return { surveys, members }
}

async function givenPerson(surveys: readonly string[]): Promise<string> {
  const { memberId } = await givenMember(db)
  await sql`
    update member set country = ${pick(['Kenya', 'Uganda', 'KENYA'])},
      created_at = now() - make_interval(days => ${random(60)}),
      premium_until = case when ${isTrue(40)} then now() + ${pick([-1, 1])}::int * interval '1 day' end
    where member_id = ${memberId}
  `.execute(db)
  for (const attribute of [...ATTRIBUTES, 'birth_year' as const]) {
    if (isTrue(25)) continue
    const isSeveral = PROFILE_ATTRIBUTES[attribute].kind === 'several'
    const codes = isTrue(15)
      ? [PREFER_NOT]
      : attribute === 'birth_year'
        ? [String(1960 + random(45))]
        : isSeveral
          ? some(attribute)
          : [pick(codesOf(attribute))]
    await db.transaction().execute((trx) =>
      upsertProfileAnswer(trx, {
        memberId,
        attribute,
        codes,
        months: 12,
        consentVersion: 1,
        source: 'page',
      }),
    )
  }
  await sql`update profile_answer set answered_at = now() - interval '2 years', expires_at = now() - interval '1 day'
    where member_id = ${memberId} and ${isTrue(30)} and attribute = 'county'`.execute(db)
  if (isTrue(30))
    await sql`insert into profile_flag
      values (${memberId}, 'sex', ${pick(['changed', 'withdrawn'])})`.execute(db)
  for (const surveyId of surveys) if (isTrue(60)) await givenAttempt(memberId, surveyId)
  return memberId
}

async function givenAttempt(memberId: string, surveyId: string): Promise<void> {
  const isDone = isTrue(75)
  await sql`insert into survey_attempt (member_id, survey_id, reward_points, questions)
    values (${memberId}, ${surveyId}, 1, '[]')`.execute(db)
  if (!isDone) return
  await sql`update survey_attempt set status = 'completed', completed_at = now(), ended_at = now()
    where member_id = ${memberId} and survey_id = ${surveyId}`.execute(db)
  if (isTrue(50)) return
  const state = pick(['held', 'paid', 'rejected'])
  await sql`insert into survey_review (member_id, survey_id, state, flags, points, minimum_seconds, until, reason, decided_at, decided_by)
    values (${memberId}, ${surveyId}, ${state}, '{fast}', 1, 9, now(),
      ${state === 'held' ? null : 'x'}, ${state === 'held' ? null : sql`now()`}, ${state === 'held' ? null : 'staff:chao'})`.execute(
    db,
  )
}

function makeRule(surveys: readonly string[], depth = 1): Rule {
  const choice = depth < 4 ? random(17) : random(13)
  const attribute = pick(ATTRIBUTES)
  switch (choice) {
    case 0:
    case 1:
      return { is: 'any-of', attribute, codes: some(attribute) }
    case 2:
      return { is: 'none-of', attribute, codes: some(attribute) }
    case 3:
      return { is: 'age', ...bounds(20, 30) }
    case 4:
      return { is: 'born', ...bounds(1960, 30) }
    case 5:
      return {
        is: 'completed',
        ...bounds(0, 3),
        ...(isTrue(50) && { category: pick(['finance', 'health', 'none']) }),
      }
    case 6:
      return { is: 'new-to', surveys: surveys.filter(() => isTrue(40)).concat(pick(surveys)) }
    case 7:
      return { is: 'joined-days', ...bounds(0, 40) }
    case 8:
      return { is: 'premium', value: isTrue(50) }
    case 9:
      return { is: 'country', countries: [pick(['kenya', 'Uganda', 'Rwanda'])] }
    case 10:
      return { is: 'accepted-percent', from: pick([0, 34, 50, 67, 100]) }
    case 11:
      return { is: 'flags', to: random(4) }
    case 12:
      return { is: 'took', surveys: surveys.filter(() => isTrue(40)).concat(pick(surveys)) }
    case 13:
      return { not: makeRule(surveys, depth + 1) }
    default: {
      const parts = Array.from({ length: 1 + random(3) }, () => makeRule(surveys, depth + 1))
      return choice % 2 === 0 ? { and: parts } : { or: parts }
    }
  }
}

test('for any rule and any member, the condition in SQL and the evaluator select the same members', async () => {
  expect(PROFILE_GROUPS.flatMap(attributesOf)).toEqual(expect.arrayContaining(ATTRIBUTES))
  const { surveys, members } = await givenCrowd()
  const ids = surveys.map(({ id }) => id)
  const facts = await Promise.all(members.map(async (id) => ({ id, facts: await readMemberFacts(db, id) })))
  let mixed = 0
  for (let i = 0; i < RULES; i++) {
    const rule = ruleSchema.parse(makeRule(ids))
    const { rows } = await sql<{ memberId: string }>`
      select member.member_id as "memberId" from member where ${compileRule(rule)} and member_id = any(${members}::uuid[])
    `.execute(db)
    const expected = facts.filter((each) => matchesRule(rule, each.facts)).map(({ id }) => id)
    expect(rows.map(({ memberId }) => memberId).sort(), JSON.stringify(rule)).toEqual(expected.sort())
    if (rows.length > 0 && rows.length < members.length) mixed += 1
  }
  expect(mixed).toBeGreaterThan(RULES / 2)
})
