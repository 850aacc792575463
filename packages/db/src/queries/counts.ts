import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../client.ts'

/**
 * Figures about surveys, tasks, questions and the wheel: kept sums of what happened until a moment, and what happened since, counted as
 * they are read. So they are exact while the job runs, members' calls write none of them, and nobody adds up ten million rows. Without
 * the job they lag, and catch up with its next run.
 */
type Count = {
  table: string
  key: string
  sums: readonly string[]
  /** What happened from one moment to another, a row each. */
  events: (within: (column: string) => RawBuilder<unknown>) => RawBuilder<unknown>
}

const COUNTS = {
  survey: {
    table: 'survey_count',
    key: 'survey_id',
    sums: ['clicks', 'started', 'completed'],
    events: (within) => sql`
      select survey_id, 1 as clicks, 0 as started, 0 as completed from click
      where survey_id is not null and ${within('clicked_at')}
      union all select survey_id, 0, 1, 0 from survey_attempt where ${within('started_at')}
      union all select survey_id, 0, 0, 1 from survey_attempt where status = 'completed' and ${within('completed_at')}`,
  },
  // Videos watched, ads seen, proofs submitted, links followed. A link's points come from its partner, and are counted there.
  task: {
    table: 'task_count',
    key: 'task_id',
    sums: ['uses', 'approved', 'points'],
    events: (within) => sql`
      select task_id, 1 as uses, 0 as approved, points from task_view where ${within('claimed_at')}
      union all select task_id, 1, 0, 0 from task_proof where ${within('submitted_at')}
      union all select task_id, 0, 1, points from task_proof where state = 'approved' and ${within('decided_at')}
      union all select task_id, 1, 0, 0 from click where task_id is not null and ${within('clicked_at')}`,
  },
  question: {
    table: 'question_count',
    key: 'question_id',
    sums: ['answered', 'correct'],
    events: (within) => sql`
      select q.question_id, 1 as answered, (a.answers ->> asked.id = asked."correctAnswer")::int as correct
      from quiz_attempt a cross join jsonb_to_recordset(a.questions) as asked (id text, "correctAnswer" text)
      join quiz_question q on q.question_id = asked.id::uuid
      where a.answers ? asked.id and ${within('a.submitted_at')}`,
  },
  spin: {
    table: 'spin_count',
    key: 'day',
    sums: ['spins', 'points'],
    events: (within) => sql`select day, 1 as spins, points from spin where ${within('spun_at')}`,
  },
} satisfies Record<keyof Figures, Count>

const until = sql`(select until from count_mark)`
/** The moment is minutes ago. An hour at most, because PostgreSQL knows how few rows that are, and reads an index. */
const since = (column: string) =>
  sql`${sql.ref(column)} >= ${until} and ${sql.ref(column)} > now() - make_interval(hours => 1)`

type Figures = {
  survey: { surveyId: string; clicks: number; started: number; completed: number }
  task: { taskId: string; uses: number; approved: number; points: number }
  question: { questionId: string; answered: number; correct: number }
  spin: { day: string; spins: number; points: number }
}

/** A table of the figures by their key, to join: what nobody used has no row. */
export function countsOf<Name extends keyof Figures>(name: Name): RawBuilder<Figures[Name]> {
  const { table, key, sums, events }: Count = COUNTS[name]
  const columns = sql.join([key, ...sums].map((column) => sql.ref(column)))
  const added = sql.join(sums.map((sum) => sql`sum(${sql.ref(sum)})::bigint as ${sql.ref(sum)}`))
  return sql<Figures[Name]>`(
    select ${sql.ref(key)}, ${added} from (
      select ${columns} from ${sql.id(table)} union all ${events(since)}
    ) as counted group by 1
  )`
}

/** A transaction that began before this and has not committed would be missed: none lasts so long. */
const SETTLED = sql`make_interval(mins => 10)`

/** Job: add what happened to the kept sums. */
export async function addUpCounts(trx: Trx): Promise<void> {
  const { rows } = await sql<{ upTo: Date }>`
      select now() - ${SETTLED} as up_to from count_mark where until < now() - ${SETTLED} for update
    `.execute(trx)
  const [mark] = rows
  if (!mark) return
  for (const { table, key, sums, events } of Object.values<Count>(COUNTS)) {
    const columns = sql.join([key, ...sums].map((column) => sql.ref(column)))
    const within = (column: string) =>
      sql`${sql.ref(column)} >= ${until} and ${sql.ref(column)} < ${mark.upTo}`
    await sql`
        insert into ${sql.id(table)} as kept (${columns})
        select ${sql.ref(key)}, ${sql.join(sums.map((sum) => sql`sum(${sql.ref(sum)})`))}
        from (${events(within)}) as happened group by 1
        on conflict (${sql.ref(key)}) do update set ${sql.join(
          sums.map((sum) => sql`${sql.ref(sum)} = kept.${sql.ref(sum)} + excluded.${sql.ref(sum)}`),
        )}
      `.execute(trx)
  }
  await sql`update count_mark set until = ${mark.upTo}`.execute(trx)
}
