import type { lockClick } from '@chuma/db/queries/partners/clicks'
import type { EventInHand } from '../settlement.ts'

export type Click = NonNullable<Awaited<ReturnType<typeof lockClick>>>

/** Describe what a partner's event is about, apart from its points. */
export function describeCredit(click: Click, inHand: EventInHand) {
  const { event, partnerId } = inHand
  return {
    memberId: click.memberId,
    partnerId,
    transactionId: event.transactionId,
    clickId: click.clickId,
    kind: click.surveyId ? ('survey' as const) : ('offer' as const),
    title: click.points > 0 ? click.title : (event.offerName ?? click.title),
    amountUsd: (event.amountUsdMicros ?? 0) / 1_000_000,
    goal: goalOf(click, inHand),
  }
}

/** Behind a click that promises nothing are the partner's own offers: an event that names no goal is one of them. */
function goalOf({ points }: Click, { event }: EventInHand): string {
  return event.goal ?? (points > 0 ? '' : `transaction ${event.transactionId}`)
}
