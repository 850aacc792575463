import { sql } from 'kysely'
import type { Trx } from '../../client.ts'
import { erasedIfGiven } from './erased-if-given.ts'

/**
 * Serialise everything that pays for the member's clicks. Must come before the wallet's lock, as it does when a partner's
 * event is settled: in the other order the two would deadlock.
 */
export async function lockEarnings(trx: Trx, memberId: string): Promise<void> {
  for (const table of ['click', 'partnerCredit'] as const) {
    await trx.selectFrom(table).select('memberId').where('memberId', '=', memberId).forUpdate().execute()
  }
}

/** Keep what was promised, submitted, paid and reversed; erase the member's texts, addresses and devices. */
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
  await trx
    .updateTable('partnerReportRow')
    .set({ note: 'erased' })
    .where('memberId', '=', memberId)
    .where('note', '<>', '')
    .execute()
  await trx
    .updateTable('surveyReview')
    .set({
      keepReason: erasedIfGiven('keepReason'),
      reason: erasedIfGiven('reason'),
      appeal: erasedIfGiven('appeal'),
      appealAnswer: erasedIfGiven('appealAnswer'),
    })
    .where('memberId', '=', memberId)
    .execute()
}
