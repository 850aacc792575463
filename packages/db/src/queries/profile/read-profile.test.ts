import type { AttributeKey } from '@chuma/contract/profile/profile-attributes'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createTestDb } from '../../testing.ts'
import { readProfile, upsertProfileAnswer } from './profile-answers.ts'

const { db, close } = await createTestDb()
afterAll(close)

async function givenMemberId(email: string) {
  const { memberId } = await db
    .insertInto('member')
    .values({ email, firstName: 'Amina', lastName: 'Otieno', country: 'Kenya', passwordHash: '-' })
    .returning('memberId')
    .executeTakeFirstOrThrow()
  return memberId
}

const say = (memberId: string, attribute: AttributeKey, codes: string[]) =>
  db
    .transaction()
    .execute((trx) =>
      upsertProfileAnswer(trx, { memberId, attribute, codes, months: 12, consentVersion: 1, source: 'page' }),
    )

test('a profile has the newest answers that count now, and nothing that the member would rather not say', async () => {
  const memberId = await givenMemberId('amina@example.com')
  const otherId = await givenMemberId('baraka@example.com')
  await say(memberId, 'county', ['kisumu'])
  await say(memberId, 'county', ['nairobi'])
  await say(memberId, 'assets', ['radio', 'bicycle'])
  await say(memberId, 'sex', ['prefer_not'])
  await say(memberId, 'work', ['student'])
  await say(otherId, 'county', ['lamu'])
  expect(await readProfile(db, memberId)).toEqual({
    county: ['nairobi'],
    assets: ['radio', 'bicycle'],
    work: ['student'],
  })

  await sql`
    update profile_answer set answered_at = now() - interval '13 months', expires_at = now() - interval '1 second'
    where member_id = ${memberId} and attribute = 'work'
  `.execute(db)
  expect(await readProfile(db, memberId)).toEqual({ county: ['nairobi'], assets: ['radio', 'bicycle'] })
})

test('the members who said something are found by an index', async () => {
  const { rows } = await db.transaction().execute(async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx)
    return sql<{ 'QUERY PLAN': string }>`
      explain select member_id from profile_answer
      where profile_words(attribute, codes) && array['county=nairobi', 'county=kisumu'] and expires_at > now()
    `.execute(trx)
  })
  expect(rows.map((row) => Object.values(row)[0]).join('\n')).toContain('profile_answer_who')
})
