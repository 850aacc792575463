import { sql } from 'kysely'
import type { Trx } from '../client.ts'

/** What the demo has made before its story begins. */
export type StoryBase = Awaited<ReturnType<typeof readBase>>

/**
 * Read what the story builds on. Undefined when it must not be told: members have moved points, or days have been counted.
 * Other processes that start at the same time wait until the transaction ends.
 */
export async function readStoryBase(trx: Trx): Promise<StoryBase | undefined> {
  await sql`select pg_advisory_xact_lock(hashtext('demo-story'))`.execute(trx)
  const { rows } = await sql<{ isOpen: boolean }>`
    select not exists (select from posting) and not exists (select from figure_day) as is_open
  `.execute(trx)
  return rows[0]?.isOpen ? readBase(trx) : undefined
}

async function readBase(trx: Trx) {
  const members = await trx.selectFrom('member').select(['memberId', 'email']).orderBy('email').execute()
  const surveys = await trx
    .selectFrom('survey')
    .select([
      'surveyId',
      'title',
      'kind',
      'category',
      'country',
      'questions',
      'rewardUsd',
      'durationMinutes',
      'partnerId',
    ])
    .orderBy('createdAt', 'desc')
    .orderBy('title')
    .execute()
  const tasks = await trx
    .selectFrom('task')
    .select(['taskId', 'kind', 'title', 'points', 'minTimeSeconds', 'partnerId'])
    .orderBy('kind')
    .orderBy('title')
    .execute()
  const questions = await trx
    .selectFrom('quizQuestion')
    .select(['questionId', 'question', 'optionA', 'optionB', 'optionC', 'optionD', 'correctAnswer'])
    .orderBy('question')
    .execute()
  const partner = await trx
    .selectFrom('partner')
    .select(['partnerId', 'publicKey', 'scheme'])
    .executeTakeFirstOrThrow()
  const economy = await trx
    .selectFrom('economyVersion')
    .select(['version', 'record'])
    .orderBy('version', 'desc')
    .executeTakeFirst()
  return { members, surveys, tasks, questions, partner, economy }
}
