import type { Db } from '@chuma/db/client'
import { insertPosting, isTooFewPoints, type NewPosting } from '@chuma/db/queries/wallet/ledger'
import { AppError } from '../app-error.ts'

/**
 * Book a posting of a member's points in one statement; a transaction is only needed for other writes that belong to it.
 * Idempotent by `sourceKey`: a repeat returns the first posting.
 * @throws AppError INSUFFICIENT_POINTS if the member has too few; that aborts a surrounding transaction
 */
export async function postPoints(db: Db, posting: NewPosting) {
  try {
    return await insertPosting(db, posting)
  } catch (error) {
    if (isTooFewPoints(error)) throw new AppError('INSUFFICIENT_POINTS')
    throw error
  }
}
