import type { ListTransactionsInput } from '@chuma/contract/wallet/wallet'
import { type Insertable, sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import type { Database } from '../../schema.gen.ts'
import { announce } from '../listen.ts'

/** Raised by the posting trigger when a movement would take more than there is. */
const TOO_FEW_POINTS = 'CH001'

export type NewPosting = Omit<Insertable<Database['posting']>, 'reversesSeq' | 'subjectId'> & {
  reversesSeq?: number
  subjectId?: string | undefined
}

const transactionColumns = [
  'seq as id',
  'kind',
  'description',
  'availableDelta as points',
  'heldDelta as heldPoints',
  'availableAfter',
  'heldAfter',
  'createdAt',
] as const

/** Why staff corrected a balance is erased with the member. Postings never change, so the reason is stored elsewhere. */
const describedPosting = sql<string>`posting.description || coalesce(': ' || (
  select c.reason from earnings_correction c
  where posting.kind = 'adjustment' and c.member_id = posting.member_id and c.correction_id = posting.subject_id
), '')`

const [idColumn, kindColumn, , ...otherColumns] = transactionColumns
const describedColumns = [idColumn, kindColumn, describedPosting.as('description'), ...otherColumns] as const

export function isTooFewPoints(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === TOO_FEW_POINTS
}

/** Open pages learn of points that others gave. A member's own call answers with what it earned. */
export async function announcePoints(db: Db, { memberId, actor }: { memberId: string; actor: string }) {
  if (actor !== `member:${memberId}`) await announce(db, 'points_change', memberId)
}

type Booked = { id: number; points: number; availableAfter: number; heldAfter: number; isNew: boolean }

/**
 * Book one movement of points, in one statement that needs no transaction around it; the database moves the balance with
 * it. A source key that was booked before books nothing: `isNew` is false and the first posting comes back.
 */
export async function insertPosting(db: Db, posting: NewPosting): Promise<Booked> {
  const { memberId, kind, availableDelta, heldDelta, houseAccount, sourceKey, description, actor } = posting
  const { subjectId = null, reversesSeq = null } = posting
  const { rows } = await sql<Booked>`
    select id, points, available_after, held_after, is_new from book_posting(
      ${memberId}, ${kind}, ${availableDelta}, ${heldDelta}, ${houseAccount}, ${sourceKey}, ${description},
      ${subjectId}, ${reversesSeq}, ${actor}
    )
  `.execute(db)
  const [booked] = rows
  if (!booked) throw new Error('book_posting always answers one row')
  if (booked.isNew) await announcePoints(db, { memberId, actor })
  return booked
}

export function insertWallet(trx: Trx, memberId: string) {
  return trx.insertInto('wallet').values({ memberId }).execute()
}

/** Serialise what moves this member's points until the transaction ends. */
export function lockWallet(trx: Trx, memberId: string) {
  return trx
    .selectFrom('wallet')
    .select(['available', 'held'])
    .where('memberId', '=', memberId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** List newest first; the next page starts before the last `id` of this one. */
export function listTransactions(db: Db, memberId: string, { before, limit }: ListTransactionsInput) {
  return db
    .selectFrom('posting')
    .select(describedColumns)
    .where('memberId', '=', memberId)
    .$if(before !== undefined, (query) => query.where('seq', '<', before ?? 0))
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute()
}

/** List oldest first, after the `id` of the previous page's last row; 0 for the first page. */
export function listTransactionsFrom(
  db: Db,
  memberId: string,
  { after, limit }: { after: number; limit: number },
) {
  return db
    .selectFrom('posting')
    .select(describedColumns)
    .where('memberId', '=', memberId)
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(limit)
    .execute()
}

export function findPostingBySource(db: Db, memberId: string, sourceKey: string) {
  return db
    .selectFrom('posting')
    .select(transactionColumns)
    .where('memberId', '=', memberId)
    .where('sourceKey', '=', sourceKey)
    .executeTakeFirst()
}
