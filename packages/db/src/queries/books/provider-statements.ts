import { sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'

/** `completedAt` in PostgreSQL's format: with the name of its time zone, or an offset. */
export type StatementLine = {
  receipt: string
  amountKes: number
  numberEnd: string | null
  completedAt: string
}

export type WeighedLine = { receipt: string; day: string; isFuture: boolean; knownKes: number | null }

function columnsOf(lines: readonly StatementLine[]) {
  return sql`unnest(
    ${lines.map((line) => line.receipt)}::text[], ${lines.map((line) => line.amountKes)}::bigint[],
    ${lines.map((line) => line.numberEnd)}::text[], ${lines.map((line) => line.completedAt)}::timestamptz[]
  ) as line (receipt, amount_kes, number_end, completed_at)`
}

/** Find the business day of each line, and the amount with which its receipt was imported before. */
export async function weighStatementLines(db: Db, lines: readonly StatementLine[]): Promise<WeighedLine[]> {
  const { rows } = await sql<WeighedLine>`
    select line.receipt, business_day(line.completed_at) as day, line.completed_at > now() as is_future,
      known.amount_kes as known_kes
    from ${columnsOf(lines)} left join provider_statement_line known on known.receipt = line.receipt
  `.execute(db)
  return rows
}

type NewStatement = { firstDay: string; lastDay: string; importedBy: string }

/** Store new lines; a receipt that is already stored stays unchanged. */
export async function insertStatement(
  trx: Trx,
  statement: NewStatement,
  lines: readonly StatementLine[],
): Promise<void> {
  const { statementId } = await trx
    .insertInto('providerStatement')
    .values({ ...statement, lineCount: lines.length })
    .returning('statementId')
    .executeTakeFirstOrThrow()
  await sql`
    insert into provider_statement_line (receipt, statement_id, amount_kes, number_end, completed_at)
    select receipt, ${statementId}::uuid, amount_kes, number_end, completed_at from ${columnsOf(lines)}
    on conflict (receipt) do nothing
  `.execute(trx)
}
