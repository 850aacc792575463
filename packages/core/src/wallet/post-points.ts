import type { Db } from '@chuma/db/client'
import { insertPosting, isTooFewPoints, type NewPosting } from '@chuma/db/queries/wallet/ledger'
import { AppError } from '../app-error.ts'

/**
 * Books one movement of a member's points, in one statement: a transaction is needed only for what else belongs to it.
 * Idempotent by `sourceKey`: a replay answers with the first posting.
 * @throws AppError INSUFFICIENT_POINTS when it would take more than the member has; a transaction around it is lost then.
 */
export async function postPoints(db: Db, posting: NewPosting) {
  try {
    return await insertPosting(db, posting)
  } catch (error) {
    if (isTooFewPoints(error)) throw new AppError('INSUFFICIENT_POINTS')
    throw error
  }
}
