import { sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import type { QuizAnswers, SpinTable } from '../../column-types.ts'
import { rewardChange } from '../wallet/rewards.ts'

type DailyLogin = { streak: number; points: number; availablePoints: number }
type Claim = {
  memberId: string
  points: number
  streakBonus: number
  description: string
  descriptionInARow: string
}

/**
 * Claim the business day for this member and book its points, in one statement; undefined when it is claimed already. The
 * day and the streak are the database's; `%s` in `descriptionInARow` is the streak.
 */
export async function claimDay(db: Db, claim: Claim): Promise<DailyLogin | undefined> {
  const { rows } = await sql<DailyLogin>`
    select streak, points, available_points from claim_daily_login(
      ${claim.memberId}, ${claim.points}, ${claim.streakBonus}, ${claim.description}, ${claim.descriptionInARow}
    )
  `.execute(db)
  return rows[0]
}

type Spin = { memberId: string; points: number; table: SpinTable; description: string }

/** Claim today's spin with what was drawn and book its points, in one statement; undefined when it is spun already. */
export function claimSpin(db: Db, { memberId, points, table, description }: Spin) {
  const spun = db
    .insertInto('spin')
    .values({ memberId, day: sql<string>`business_day(now())`, points, drawnFrom: JSON.stringify(table) })
    .onConflict((conflict) => conflict.columns(['memberId', 'day']).doNothing())
    .returning('day')
  const sourceKey = sql<string>`'spin:' || changed.day`
  return rewardChange(db, spun, { memberId, kind: 'spin', points, sourceKey, description })
}

export function findTodaysSpin(db: Db, memberId: string) {
  return db
    .selectFrom('spin')
    .select('points')
    .where('memberId', '=', memberId)
    .where('day', '=', sql<string>`business_day(now())`)
    .executeTakeFirst()
}

/** Read when the next business day begins. */
export async function getNextDay(db: Db, timeZone: string): Promise<Date> {
  const { at } = await db
    .selectNoFrom(sql<Date>`(business_day(now()) + 1)::timestamp at time zone ${timeZone}`.as('at'))
    .executeTakeFirstOrThrow()
  return at
}

const attemptColumns = [
  'day',
  'questions',
  'answers',
  'correct',
  'points',
  'submittedAt',
  sql<number>`extract(epoch from clock_timestamp() - opened_at)`.as('openForSeconds'),
] as const

/**
 * Choose today's questions for a member, unless they are chosen: random active ones, in their current wording. Of concurrent
 * calls one chooses, and all see its choice. Without active questions there is no attempt.
 */
export async function insertQuizIfNone(trx: Trx, memberId: string, limit: number): Promise<void> {
  await sql`
    insert into quiz_attempt (member_id, day, questions)
    select ${memberId}, business_day(now()), chosen.questions
    from (
      select jsonb_agg(jsonb_build_object(
        'id', q.question_id, 'question', q.question, 'correctAnswer', q.correct_answer,
        'options', jsonb_build_array(
          jsonb_build_object('key', 'A', 'text', q.option_a), jsonb_build_object('key', 'B', 'text', q.option_b),
          jsonb_build_object('key', 'C', 'text', q.option_c), jsonb_build_object('key', 'D', 'text', q.option_d)
        )
      )) as questions
      from (select * from quiz_question where is_active order by random() limit ${limit}) q
    ) chosen
    where chosen.questions is not null
    on conflict (member_id, day) do nothing
  `.execute(trx)
}

export function findTodaysQuiz(db: Db, memberId: string) {
  return db
    .selectFrom('quizAttempt')
    .select(attemptColumns)
    .where('memberId', '=', memberId)
    .where('day', '=', sql<string>`business_day(now())`)
    .executeTakeFirst()
}

type Submission = {
  memberId: string
  day: string
  answers: QuizAnswers
  correct: number
  points: number
  flagReasons: string[]
  description: string
}

/** Submit graded answers and book their points, in one statement; undefined when answers were submitted before. */
export function submitAnswers(db: Db, { memberId, day, answers, description, ...graded }: Submission) {
  const submitted = db
    .updateTable('quizAttempt')
    .set({ ...graded, answers: JSON.stringify(answers), submittedAt: sql<Date>`now()` })
    .where('memberId', '=', memberId)
    .where('day', '=', day)
    .where('submittedAt', 'is', null)
    .returning('day')
  const { points } = graded
  return rewardChange(db, submitted, {
    memberId,
    kind: 'quiz',
    points,
    sourceKey: `quiz:${day}`,
    description,
  })
}
