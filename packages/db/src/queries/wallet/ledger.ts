import type { ListTransactionsInput } from '@chuma/contract/wallet/wallet'
import { CompiledQuery, type Insertable, sql } from 'kysely'
import { batchCalls } from '../../batch-calls.ts'
import type { Db, Trx } from '../../client.ts'
import type { Database } from '../../schema.gen.ts'

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

/** Why staff corrected a balance is words, which are erased with the member: a posting never changes, so they are not in it. */
const describedPosting = sql<string>`posting.description || coalesce(': ' || (
  select c.reason from earnings_correction c
  where posting.kind = 'adjustment' and c.member_id = posting.member_id and c.correction_id = posting.subject_id
), '')`

const [idColumn, kindColumn, , ...otherColumns] = transactionColumns
const describedColumns = [idColumn, kindColumn, describedPosting.as('description'), ...otherColumns] as const

export function isTooFewPoints(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === TOO_FEW_POINTS
}

type Booked = { id: number; points: number; availableAfter: number; heldAfter: number; isNew: boolean }

/** Not out of `from`: PostgreSQL would keep the one row in a store of its own and read it again. */
const BOOKING = 'select book_posting($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) as booked'
const BOOKING_TOGETHER = 'insert into rewards_together (asked) values ($1) returning booked'

/**
 * Books one movement in one statement, which needs no transaction around it; the trigger moves the balance. Outside of one a
 * reward shares its statement with those of other members that come at the same time. A source key that was booked before
 * books nothing: `isNew` is false and the first posting comes back.
 */
export function insertPosting(db: Db, posting: NewPosting): Promise<Booked> {
  return posting.houseAccount === 'rewards' ? insertReward(db, posting) : bookPosting(db, posting)
}

const insertReward = batchCalls<NewPosting, Booked>({ alone: bookPosting, together: bookRewards })

async function bookPosting(db: Db, posting: NewPosting): Promise<Booked> {
  const { memberId, kind, availableDelta, heldDelta, houseAccount, sourceKey, description, actor } = posting
  const { subjectId = null, reversesSeq = null } = posting
  const moved = [memberId, kind, availableDelta, heldDelta, houseAccount, sourceKey, description]
  const { rows } = await db
    .withoutPlugins()
    .executeQuery<{ booked: string }>(CompiledQuery.raw(BOOKING, [...moved, subjectId, reversesSeq, actor]))
  const [row] = rows
  // Four whole numbers and whether it is new, as PostgreSQL writes a row: (7,10,40,0,t).
  const [, id, points, availableAfter, heldAfter, isNew] =
    /^\((\d+),(-?\d+),(-?\d+),(\d+),([tf])\)$/.exec(row?.booked ?? '') ?? []
  if (!isNew) throw new Error('a posting was neither booked nor found')
  return {
    id: Number(id),
    points: Number(points),
    availableAfter: Number(availableAfter),
    heldAfter: Number(heldAfter),
    isNew: isNew === 't',
  }
}

async function bookRewards(db: Db, rewards: readonly NewPosting[]): Promise<Map<string, Booked>> {
  const asked = JSON.stringify(rewards.map(toRow))
  const { rows } = await db
    .withoutPlugins()
    .executeQuery<{ booked: [string, number, number, number, number][] | null }>(
      CompiledQuery.raw(BOOKING_TOGETHER, [asked]),
    )
  return new Map(
    rows[0]?.booked?.map(([memberId, id, points, availableAfter, heldAfter]) => [
      memberId,
      { id, points, availableAfter, heldAfter, isNew: true },
    ]),
  )
}

/** Field by field: a rest of the others would be copied key by key, for each call. */
function toRow(posting: NewPosting) {
  return {
    member_id: posting.memberId,
    kind: posting.kind,
    points: posting.availableDelta,
    source_key: posting.sourceKey,
    description: posting.description,
    subject_id: posting.subjectId,
    actor: posting.actor,
  }
}

export function insertWallet(trx: Trx, memberId: string) {
  return trx.insertInto('wallet').values({ memberId }).execute()
}

/** Puts everything that moves this member's points in a line until the transaction ends. */
export function lockWallet(trx: Trx, memberId: string) {
  return trx
    .selectFrom('wallet')
    .select(['available', 'held'])
    .where('memberId', '=', memberId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** Newest first; the next page starts before the last `id` of this one. */
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

/** Oldest first, beginning after the `id` of the last row of the page before: with 0 at the first. */
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
