import type { Trx } from '@chuma/db/client'
import { lockClick } from '@chuma/db/queries/partners/clicks'
import { insertPartnerTransaction } from '@chuma/db/queries/partners/partners'
import { markScreenedOut } from '@chuma/db/queries/surveys/screen-outs'
import { lockAttempt } from '@chuma/db/queries/surveys/survey-attempts'
import type { ClickRef, EventInHand, Settlement } from './settlement.ts'

/** Record that the partner did not want this member for this survey. The member sees the reason and loses nothing. */
export async function screenOutEvent(
  trx: Trx,
  { event, partnerId, eventId }: EventInHand,
  ref: ClickRef,
): Promise<Settlement> {
  const click = await lockClick(trx, ref)
  if (!click) return { outcome: 'unmatched', reason: 'unknown-click' }
  const { memberId, surveyId } = click
  if (click.partnerId !== null && click.partnerId !== partnerId) {
    return { outcome: 'unmatched', reason: 'click-of-another-partner', memberId }
  }
  const { transactionId } = event
  const isNew = await insertPartnerTransaction(trx, {
    partnerId,
    transactionId,
    kind: 'screenout',
    eventId,
    memberId,
    creditId: null,
  })
  if (!isNew) return { outcome: 'duplicate', memberId }
  const reason = event.reasonCode ?? 'not-a-match'
  if (surveyId && (await lockAttempt(trx, { memberId, surveyId }))) {
    await markScreenedOut(trx, { memberId, surveyId, reason })
  }
  return { outcome: 'screened-out', reason, memberId }
}
