import type { Trx } from '../../client.ts'

/**
 * List the surveys that paid this member although their answers are in doubt, the oldest first: since when, and until when unless
 * staff decide sooner. Empty once every doubt has ended.
 */
export function listDoubtfulSurveys(trx: Trx, memberId: string) {
  return trx
    .selectFrom('surveyReview')
    .select(['surveyId', 'flags', 'openedAt as since', 'until'])
    .where('memberId', '=', memberId)
    .where('state', '=', 'doubtful')
    .orderBy('openedAt')
    .orderBy('surveyId')
    .execute()
}
