import { sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'

type Moving = {
  memberId: string
  from: string
  to: string
  requestedAt: Date
  /** For how many days the former mailbox can undo the move; null: it cannot, because nobody has proved that address. */
  undoDays: number | null
}
export type OpenMove = { moveId: string; toEmail: string; requestedAt: Date; movedAt: Date }

/**
 * Move a member to an address they have proved to own, under the member's lock. The address they leave is reserved for them
 * while the move can be undone. False, and nothing changed, when the new address has another owner by now.
 */
export async function moveEmail(trx: Trx, { memberId, from, to, requestedAt, undoDays }: Moving) {
  const isReturn = await takeBackReserved(trx, { memberId, email: to })
  if (!isReturn && !(await takeFree(trx, { memberId, email: to }))) return false
  // Their own former mailbox agreed to the return. The address left now may be a thief's, and gets no way back.
  const returnedTo = isReturn ? await findOpenMove(trx, { memberId, email: to }) : undefined
  if (returnedTo) await closeMovesAfter(trx, { memberId, ...returnedTo })
  if (undoDays === null || returnedTo) await release(trx, { memberId, email: from })
  else await recordMove(trx, { memberId, from, to, requestedAt, undoDays })
  await setEmail(trx, { memberId, email: to })
  return true
}

/** The oldest move from this address, not before `since`, that can still be undone. */
export function findOpenMove(
  db: Db,
  { memberId, email, since }: { memberId: string; email: string; since?: Date },
): Promise<OpenMove | undefined> {
  return db
    .selectFrom('emailMove')
    .select(['moveId', 'toEmail', 'requestedAt', 'movedAt'])
    .where('memberId', '=', memberId)
    .where('fromEmail', '=', email)
    .where('undoneAt', 'is', null)
    .where('undoUntil', '>', sql<Date>`statement_timestamp()`)
    .$if(since !== undefined, (query) => query.where('movedAt', '>=', since as Date))
    .orderBy('movedAt')
    .limit(1)
    .executeTakeFirst()
}

/**
 * Undo this move and all later ones: the address it left is the account's again. False when another member has it, which its
 * reservation prevents.
 */
export async function undoMove(
  trx: Trx,
  { memberId, email, from, move }: { memberId: string; email: string; from: string; move: OpenMove },
): Promise<boolean> {
  const owner = { memberId, email: from }
  if (!(await takeBackReserved(trx, owner)) && !(await takeFree(trx, owner))) return false
  await closeMovesAfter(trx, { memberId, ...move })
  await trx
    .updateTable('emailMove')
    .set({ undoneAt: sql<Date>`now()` })
    .where('memberId', '=', memberId)
    .where('moveId', '=', move.moveId)
    .execute()
  await release(trx, { memberId, email })
  await setEmail(trx, owner)
  return true
}

type Address = { memberId: string; email: string }

async function takeBackReserved(trx: Trx, { memberId, email }: Address): Promise<boolean> {
  const taken = await trx
    .updateTable('emailOwner')
    .set({ reservedUntil: null })
    .where('email', '=', email)
    .where('memberId', '=', memberId)
    .where('reservedUntil', 'is not', null)
    .executeTakeFirst()
  return taken.numUpdatedRows > 0n
}

async function takeFree(trx: Trx, { memberId, email }: Address): Promise<boolean> {
  await endReservation(trx, email)
  const owner = await trx
    .insertInto('emailOwner')
    .values({ email, memberId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('memberId')
    .executeTakeFirst()
  return owner !== undefined
}

/** Free an address that its former member can no longer go back to. */
export async function endReservation(trx: Trx, email: string): Promise<void> {
  await trx
    .deleteFrom('emailOwner')
    .where('email', '=', email)
    .where('reservedUntil', '<=', sql<Date>`statement_timestamp()`)
    .execute()
}

async function release(trx: Trx, { memberId, email }: Address): Promise<void> {
  await trx.deleteFrom('emailOwner').where('email', '=', email).where('memberId', '=', memberId).execute()
}

async function recordMove(trx: Trx, { memberId, from, to, requestedAt, undoDays }: Moving): Promise<void> {
  const { undoUntil } = await trx
    .insertInto('emailMove')
    .values({
      memberId,
      fromEmail: from,
      toEmail: to,
      requestedAt,
      undoUntil: sql<Date>`now() + make_interval(days => ${undoDays})`,
    })
    .returning('undoUntil')
    .executeTakeFirstOrThrow()
  await trx
    .updateTable('emailOwner')
    .set({ reservedUntil: undoUntil })
    .where('email', '=', from)
    .where('memberId', '=', memberId)
    .execute()
}

/** Close every later move, and free the addresses they left. */
async function closeMovesAfter(trx: Trx, { memberId, movedAt }: { memberId: string; movedAt: Date }) {
  const closed = await trx
    .updateTable('emailMove')
    .set({ undoneAt: sql<Date>`now()` })
    .where('memberId', '=', memberId)
    .where('undoneAt', 'is', null)
    .where(sql<Date>`date_trunc('milliseconds', moved_at)`, '>', movedAt)
    .returning('fromEmail')
    .execute()
  for (const { fromEmail } of closed) {
    await trx
      .deleteFrom('emailOwner')
      .where('email', '=', fromEmail)
      .where('memberId', '=', memberId)
      .where('reservedUntil', 'is not', null)
      .execute()
  }
}

async function setEmail(trx: Trx, { memberId, email }: Address): Promise<void> {
  await trx.updateTable('member').set({ email }).where('memberId', '=', memberId).execute()
  await keepMailbox(trx, { memberId, email })
}

/** Which mailbox an address belongs to. */
const mailboxOf = (email: string) => sql<Buffer>`mailbox_hash(${email})`

/** Record that a member has proved an address to be theirs. It is then their only mailbox. */
export async function keepMailbox(trx: Trx, { memberId, email }: { memberId: string; email: string }) {
  await trx
    .deleteFrom('memberMailbox')
    .where('memberId', '=', memberId)
    .where('mailboxHash', '<>', mailboxOf(email))
    .execute()
  await trx
    .insertInto('memberMailbox')
    .values({ mailboxHash: mailboxOf(email), memberId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
