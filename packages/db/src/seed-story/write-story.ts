import { sql } from 'kysely'
import type { Trx } from '../client.ts'
import { addUpCounts } from '../queries/counts.ts'
import { insertStoredAccruals } from '../queries/partners/credits.ts'
import { setTriggers, writeLedger } from './seed-books.ts'
import { AFTER_LEDGER, type FailedStoryJob, STORY_TABLES, type Story, type StoryTable } from './story-rows.ts'
import { writeStoryJournal } from './write-story-journal.ts'

/**
 * Row triggers that would date a posting with now, refuse the answers of a finished survey, or compare an old correction with
 * today's balance, or refuse the attempt of a paid withdrawal. Checks, keys and every other trigger stay on.
 */
const SET_ASIDE = [
  ['posting', 'posting_moves_balance'],
  ['wallet', 'wallet_guard'],
  ['survey_answer', 'survey_answer_guard'],
  ['earnings_correction', 'correction_moves_total'],
  ['payout_attempt', 'payout_attempt_guard'],
] as const

/**
 * Write a story into a database whose members have no postings yet: one statement for each table. The caller's
 * transaction has to be the only one that writes to the ledger.
 */
export async function writeStory(trx: Trx, story: Story): Promise<void> {
  await setTriggers(trx, SET_ASIDE, 'disable')
  await dateWhatIsThere(trx, story)
  for (const table of STORY_TABLES) await insertRows(trx, table, story.rows[table])
  for (const statement of writeLedger(postingsOf(story))) await statement.execute(trx)
  for (const table of AFTER_LEDGER) await insertRows(trx, table, story.rows[table])
  await insertStoredAccruals(trx)
  await addUpCounts(trx)
  await writeStoryJournal(trx)
  await listDestinations(trx)
  for (const job of story.rows.failedJobs) await insertFailedJob(trx, job)
  await setTriggers(trx, SET_ASIDE, 'enable')
  // Until the database would look itself, in a minute, it takes the tables for small: comparing 800 answers takes half a minute.
  const filled = [...STORY_TABLES, ...AFTER_LEDGER, 'posting', 'wallet', 'earning_day'].map(snake)
  await sql`analyze ${sql.join(filled.map((table) => sql.table(table)))}`.execute(trx)
}

/** What the demo has made a moment ago existed when the story began. */
async function dateWhatIsThere(trx: Trx, { knownMembers, catalogueDaysAgo, startedAt }: Story) {
  for (const { memberId, createdAt, premiumUntil } of knownMembers) {
    await trx
      .updateTable('member')
      .set({ createdAt, emailVerifiedAt: createdAt, premiumUntil })
      .where('memberId', '=', memberId)
      .execute()
  }
  const earlier = sql<Date>`created_at - make_interval(days => ${catalogueDaysAgo})`
  await trx.updateTable('survey').set({ createdAt: earlier }).execute()
  await trx.updateTable('task').set({ createdAt: earlier }).execute()
  await trx.updateTable('quizQuestion').set({ createdAt: startedAt }).execute()
  await trx.updateTable('partner').set({ createdAt: startedAt }).execute()
}

const postingsOf = ({ postings }: Story) =>
  sql`select * from jsonb_populate_recordset(null::posting, ${toJson(postings)}::jsonb)`

/** List where the withdrawals went, for the product to hash and to find whose each place is. */
async function listDestinations(trx: Trx): Promise<void> {
  await sql`
    insert into destination_backlog (member_id, withdrawal_id, named_at, paid_at)
    select member_id, (array_agg(withdrawal_id order by requested_at))[1], min(requested_at), min(paid_at)
    from withdrawal group by member_id, method, mpesa_number, bank_name, account_number
  `.execute(trx)
}

/** One parameter for all rows: PostgreSQL reads thousands of rows of JSON faster than as many parameters. */
async function insertRows(trx: Trx, table: StoryTable, rows: readonly object[]): Promise<void> {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  if (columns.length === 0) return
  const names = sql.join(columns.map((column) => sql.ref(column)))
  await sql`
    insert into ${sql.table(table)} (${names})
    select ${names} from jsonb_populate_recordset(null::${sql.table(table)}, ${toJson(rows)}::jsonb)
  `.execute(trx)
}

/** As pg-boss leaves a job whose last try has failed. */
async function insertFailedJob(trx: Trx, { id, name, data, failedAt, message }: FailedStoryJob) {
  const output = JSON.stringify({ message })
  await sql`
    insert into pgboss.job (id, name, data, policy, state, retry_limit, retry_count, retry_delay, retry_backoff,
      expire_seconds, deletion_seconds, created_on, started_on, completed_on, keep_until, output)
    select ${id}, name, ${JSON.stringify(data)}::jsonb, policy, 'failed', retry_limit, retry_limit, retry_delay, retry_backoff,
      expire_seconds, deletion_seconds, ${failedAt}::timestamptz - interval '4 minutes', ${failedAt}, ${failedAt},
      ${failedAt}::timestamptz + retention_seconds * interval '1 second', ${output}::jsonb
    from pgboss.queue where name = ${name}
  `.execute(trx)
}

/** Only the columns are named for the database: what a JSON column holds keeps its names. */
function toJson(rows: readonly object[]): string {
  const named = rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [snake(name), write(value)])),
  )
  return JSON.stringify(named)
}

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const write = (value: unknown) =>
  value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : value
