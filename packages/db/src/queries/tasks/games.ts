import type { Answer } from '@chuma/contract/fields'
import type { adminSpin, ListSpinsInput } from '@chuma/contract/tasks/games'
import type { PaidTaskKind, ViewKind } from '@chuma/contract/tasks/task-kinds'
import { sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import type { QuizAnswers, SpinTable } from '../../column-types.ts'
import { countsOf } from '../counts.ts'
import { type AskedOfMember, type SurveysOfMember, surveysOf } from '../surveys/catalogue.ts'
import { rewardChange } from '../wallet/wallet.ts'

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

type SpinSums = { todaySpins: number; todayPoints: number; monthSpins: number; monthPoints: number }

/** Sum the wheel's results of today, and of the last 30 days: from kept counts. */
export async function sumSpins(db: Db): Promise<SpinSums> {
  const { rows } = await sql<SpinSums>`
    select
      coalesce(sum(c.spins) filter (where c.day = today.day), 0)::bigint as today_spins,
      coalesce(sum(c.points) filter (where c.day = today.day), 0)::bigint as today_points,
      coalesce(sum(c.spins), 0)::bigint as month_spins,
      coalesce(sum(c.points), 0)::bigint as month_points
    from (select business_day(now()) as day) today
    left join ${countsOf('spin')} c on c.day between today.day - 29 and today.day
  `.execute(db)
  const [row] = rows
  if (!row) throw new Error('no row from an aggregate')
  return row
}

/** List newest first; the next page starts after the last `id` of this one. */
export function listSpins(db: Db, { after, limit }: ListSpinsInput): Promise<Answer<typeof adminSpin>[]> {
  const [memberId, day] = after?.split(':') ?? []
  return db
    .selectFrom('spin')
    .innerJoin('member', 'member.memberId', 'spin.memberId')
    .select([
      sql<string>`spin.member_id || ':' || spin.day`.as('id'),
      'spin.memberId as userId',
      sql<string>`member.first_name || ' ' || member.last_name`.as('userName'),
      'member.email as userEmail',
      'spin.points',
      'spin.spunAt',
    ])
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(spin.spun_at, spin.member_id) <
          (select a.spun_at, a.member_id from spin a where a.member_id = ${memberId}::uuid and a.day = ${day}::date)`,
      ),
    )
    .orderBy('spin.spunAt', 'desc')
    .orderBy('spin.memberId', 'desc')
    .limit(limit)
    .execute()
}

type Today = {
  points: number
  opensAgainAt: Date
  isDailyLoginOpen: boolean
  streak: number
  isSpun: boolean
  isQuizTaken: boolean
  hasQuizQuestions: boolean
  /** By kind; a kind without any is absent. */
  tasksDone: Partial<Record<ViewKind, number>>
  tasksOpen: Partial<Record<PaidTaskKind, number>>
  surveys: SurveysOfMember
  earnedToday: number
}

type Asked = { memberId: string; timeZone: string; aboutSurveys: AskedOfMember }

/**
 * Read a member's balance, what they did on this business day, and what is still open until the next one, in one query.
 * Premium is not considered.
 */
export async function getTodaysCounts(db: Db, { memberId, timeZone, aboutSurveys }: Asked): Promise<Today> {
  const { rows } = await sql<Today>`
    with today as materialized (select business_day(now()) as day),
    -- Of videos and advertisements only today's count: tomorrow they are open again.
    done as (
      select v.task_id, v.kind from task_view v, today
      where v.member_id = ${memberId} and v.day = today.day
    ),
    -- Counted before the member's country is looked at, so that hundreds of rows are not sorted.
    not_done as (
      select t.kind, t.country, count(*) as n from task t
      where t.is_active and t.kind <> 'affiliate' and t.task_id not in (select task_id from done) and t.task_id not in (
        select p.task_id from task_proof p where p.member_id = ${memberId} and p.state <> 'rejected'
      )
      group by t.kind, t.country
    )
    select
      (select w.available from wallet w where w.member_id = ${memberId}) as points,
      (select (today.day + 1)::timestamp at time zone ${timeZone} from today) as opens_again_at,
      not exists (select from daily_login d, today where d.member_id = ${memberId} and d.day = today.day)
        as is_daily_login_open,
      coalesce((
        select d.streak from daily_login d, today
        where d.member_id = ${memberId} and d.day in (today.day, today.day - 1) order by d.day desc limit 1
      ), 0) as streak,
      exists (select from spin s, today where s.member_id = ${memberId} and s.day = today.day) as is_spun,
      exists (
        select from quiz_attempt q, today
        where q.member_id = ${memberId} and q.day = today.day and q.submitted_at is not null
      ) as is_quiz_taken,
      exists (select from quiz_question where is_active) as has_quiz_questions,
      coalesce((select jsonb_object_agg(kind, n) from (select kind, count(*) as n from done group by kind) as views), '{}')
        as tasks_done,
      coalesce((
        select jsonb_object_agg(kind, n) from (
          select t.kind, sum(t.n) as n from not_done t
          join member m on m.member_id = ${memberId} and lower(t.country) in ('', 'global', lower(m.country))
          group by t.kind
        ) as tasks
      ), '{}') as tasks_open,
      ${surveysOf(memberId, aboutSurveys)} as surveys,
      coalesce((select e.points from earning_day e, today where e.member_id = ${memberId} and e.day = today.day), 0)
        as earned_today
  `.execute(db)
  const [counts] = rows
  if (!counts) throw new Error('a select without a table returned no row')
  return counts
}
