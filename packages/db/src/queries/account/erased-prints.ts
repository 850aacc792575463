import { expressionBuilder, sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'

type PrintKind = 'mailbox' | 'destination'

/** What identifies the person behind an account: the addresses they proved, and destinations proven to be theirs. */
export type Identity = { emails: string[]; destinationHashes: Buffer[] }

/**
 * Read what identifies a member. An address that was never verified may be a stranger's: it says nothing about either of them.
 * `claimed` also counts destinations that nobody has proven yet.
 */
export async function getIdentity(trx: Db, memberId: string, { claimed }: { claimed: boolean }) {
  const destination = claimed ? sql`destination_claimant` : sql`destination_owner`
  const { rows } = await sql<{ email: string | null; destinationHash: Buffer | null }>`
    select email, null::bytea as destination_hash from member
      where member_id = ${memberId} and email_verified_at is not null
    union all select email, null from former_email where member_id = ${memberId}
    union all select null, destination_hash from ${destination} where member_id = ${memberId}
  `.execute(trx)
  return {
    emails: rows.flatMap(({ email }) => email ?? []),
    destinationHashes: rows.flatMap(({ destinationHash }) => destinationHash ?? []),
  }
}

/** List the surveys whose points a member got. */
export async function listPaidSurveys(trx: Trx, memberId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('surveyAttempt')
    .select('surveyId')
    .where('memberId', '=', memberId)
    // A screen-out pays as well, and pays a person once.
    .where(sql<boolean>`(status = 'completed' or (status = 'screened_out' and screen_out_points > 0))`)
    .execute()
  return rows.map(({ surveyId }) => surveyId)
}

type Prints = {
  prints: readonly { kind: PrintKind; printHash: Buffer }[]
  surveyIds: readonly string[]
  memberId: string
  months: number
}

/** Keep prints of an erased member for some months. One of somebody who was erased before gets what both accounts leave. */
export async function insertPrints(trx: Trx, { prints, surveyIds, memberId, months }: Prints): Promise<void> {
  for (const { kind, printHash } of prints) {
    await sql`
      insert into erased_print as known (print_hash, kind, survey_ids, member_ids, until)
      values (${printHash}, ${kind}, ${surveyIds}::uuid[], array[${memberId}::uuid], now() + make_interval(months => ${months}))
      on conflict (print_hash) do update set until = excluded.until,
        member_ids = merge_ids(known.member_ids, excluded.member_ids),
        survey_ids = merge_ids(known.survey_ids, excluded.survey_ids)
    `.execute(trx)
  }
}

/** List the surveys that the person with one of these prints was paid for; undefined if nobody with them was erased. */
export async function findErasedSurveys(db: Db, printHashes: readonly Buffer[]) {
  if (printHashes.length === 0) return undefined
  const rows = await db
    .selectFrom('erasedPrint')
    .select('surveyIds')
    .where('printHash', 'in', printHashes)
    .where('until', '>', sql<Date>`now()`)
    .execute()
  return rows.length === 0 ? undefined : rows.flatMap(({ surveyIds }) => surveyIds)
}

/** Forget the oldest prints whose time is over. */
export function deleteOldPrints(db: Db, limit: number) {
  return db
    .deleteFrom('erasedPrint')
    .where('printHash', 'in', (eb) =>
      eb
        .selectFrom('erasedPrint')
        .select('printHash')
        .where('until', '<=', sql<Date>`now()`)
        .orderBy('until')
        .limit(limit),
    )
    .executeTakeFirst()
}

type AnyText = { row: Record<string, string | null> }

/** Replace a member's text with 'erased', and keep a missing one missing. */
export const erasedIfGiven = (column: string) =>
  expressionBuilder<AnyText, 'row'>().case().when(column, 'is not', null).then('erased').end()
