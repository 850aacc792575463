import type { Trx } from '@chuma/db/client'
import { insertPosting, isTooFewPoints, type NewPosting } from '@chuma/db/queries/ledger'
import { AppError } from '../app-error.ts'

/**
 * Books one movement of a member's points. Idempotent by `sourceKey`: a replay answers with the first posting.
 * @throws AppError INSUFFICIENT_POINTS when it would take more than the member has; the transaction is lost then.
 */
export async function postPoints(trx: Trx, posting: NewPosting) {
  try {
    return await insertPosting(trx, posting)
  } catch (error) {
    if (isTooFewPoints(error)) throw new AppError('INSUFFICIENT_POINTS')
    throw error
  }
}
