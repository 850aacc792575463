import { type bankBatches, MOST_BATCH_ROWS } from '@chuma/contract/payouts/bank-batches'
import type { Answer } from '@chuma/contract/timestamp'
import { listBatches, listForBatch } from '@chuma/db/queries/payouts/bank-batches'
import type { Deps } from '../../deps.ts'

const MOST_BATCHES = 100

/** List the newest batches, and what waits for the next one. */
export async function listBankBatches({ db }: Pick<Deps, 'db'>): Promise<Answer<typeof bankBatches>> {
  const [waiting, batches] = await Promise.all([
    listForBatch(db, MOST_BATCH_ROWS),
    listBatches(db, MOST_BATCHES),
  ])
  return {
    waitingCount: waiting.length,
    waitingKes: waiting.reduce((sum, { payoutKes }) => sum + payoutKes, 0),
    batches,
  }
}
