import type { Insertable } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import type { Database } from '../../schema.gen.ts'

/** Read the numbers that staff edit. Under the wallet's lock they stay the same until the transaction ends. */
export function getEditedNumbers(trx: Trx, memberId: string) {
  return trx
    .selectFrom('wallet')
    .select(['totalEarnings', 'available as points'])
    .where('memberId', '=', memberId)
    .executeTakeFirstOrThrow()
}

/** Change the total. The points have moved before, by a posting that carries this correction's id. */
export function insertCorrection(trx: Trx, correction: Insertable<Database['earningsCorrection']>) {
  return trx.insertInto('earningsCorrection').values(correction).execute()
}

/** List corrections, oldest first. */
export function listCorrections(db: Db, memberId: string) {
  return db
    .selectFrom('earningsCorrection')
    .select(['totalBefore', 'totalAfter', 'pointsBefore', 'pointsAfter', 'reason', 'createdAt'])
    .where('memberId', '=', memberId)
    .orderBy('createdAt')
    .execute()
}
