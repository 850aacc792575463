import { sql } from 'kysely'
import type { Trx } from '../../client.ts'
import { erasedIfGiven } from './erased-if-given.ts'

/**
 * Puts whoever pays for his clicks in a line until the transaction ends. Comes before the wallet's lock, as it does where a
 * partner's word is settled: the other way round the two would wait for each other for ever.
 */
export async function lockEarnings(trx: Trx, memberId: string): Promise<void> {
  for (const table of ['click', 'partnerCredit'] as const) {
    await trx.selectFrom(table).select('memberId').where('memberId', '=', memberId).forUpdate().execute()
  }
}

/** Keeps what was promised, handed in, paid and taken back; removes the member's words, where they were and what was said. */
export async function blotOutEarnings(trx: Trx, memberId: string): Promise<void> {
  await trx
    .updateTable('click')
    .set({ address: null, userAgent: null })
    .where('memberId', '=', memberId)
    .execute()
  await trx
    .updateTable('taskProof')
    .set({ proof: 'erased', reason: erasedIfGiven('reason') })
    .where('memberId', '=', memberId)
    .execute()
  await trx
    .updateTable('creditClaim')
    .set({
      note: sql<string>`case when note <> '' then 'erased' else '' end`,
      reason: erasedIfGiven('reason'),
    })
    .where('memberId', '=', memberId)
    .execute()
}
