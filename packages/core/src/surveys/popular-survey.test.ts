import type { Trx } from '@chuma/db/client'
import { readOthersTime } from '@chuma/db/queries/surveys/surveys'
import { addMembers } from '@chuma/db/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openTestDb } from '../testing.ts'
import { givenSurvey } from './testing.ts'

const { db } = await openTestDb()

const COMPLETED = 3000
const surveyId = await givenSurvey(db)

async function beginAttempts(count: number): Promise<string[]> {
  const memberIds = await addMembers(db, count)
  await sql`
    insert into survey_attempt (member_id, survey_id, reward_points, questions)
    select unnest(${memberIds}::uuid[]), ${surveyId}, 5, '[]'
  `.execute(db)
  return memberIds
}

const analyze = () => sql`analyze survey_attempt`.execute(db)

/** Count the attempts that this connection has read lately. */
async function countRead(trx: Trx): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    select (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_user_tables where relname = 'survey_attempt'
  `.execute(trx)
  return rows[0]?.read ?? 0
}

test.each(['before', 'after'])(
  'of a survey that thousands completed, one more completion reads hundreds %s the statistics know',
  async (when) => {
    const others = await beginAttempts(COMPLETED)
    await analyze()
    await sql`
    update survey_attempt set status = 'completed', completed_at = now(), ended_at = now()
    where member_id = any(${others}::uuid[])
  `.execute(db)
    const [memberId = ''] = await beginAttempts(1)
    if (when === 'after') await analyze()
    const read = await db.transaction().execute(async (trx) => {
      const before = await countRead(trx)
      const pace = await readOthersTime(trx, { memberId, surveyId, version: null })
      expect(pace?.count).toBe(100)
      await trx
        .insertInto('surveyAnswer')
        .values({ memberId, surveyId, questionId: 1, answer: JSON.stringify('yes') })
        .execute()
      return (await countRead(trx)) - before
    })
    expect(read).toBeLessThan(500)
  },
)
