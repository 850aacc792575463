import type { Trx } from '@chuma/db/client'
import {
  findPartnerEvent,
  lockPartnerEvent,
  upsertEventOutcome,
} from '@chuma/db/queries/partners/partner-events'
import { findPartner } from '@chuma/db/queries/partners/partners'
import { AppError } from '../app-error.ts'
import type { Deps } from '../deps.ts'
import type { PostbackEvent, PostbackVerdict, ReplyKind } from './postbacks.ts'
import { openPartnerSecret } from './seal-partner.ts'
import { openRequest } from './seal-request.ts'
import { settleEvent } from './settle-event.ts'
import type { ClickRef, Settlement } from './settlement.ts'

type Judgement = { settlement: Settlement; reply: { status: number; body: string } }
/** Who decides about a stored event, and the click they found for it. */
type ByHand = {
  decidedBy: string
  click?: ClickRef
  within?: (trx: Trx, settlement: Settlement) => Promise<void>
}

/**
 * Check a stored event against the partner's current scheme and settle it, with its outcome in the same transaction.
 * Safe to repeat: its effects count once.
 */
export async function judgeEvent(deps: Deps, eventId: string, byHand?: ByHand): Promise<Judgement> {
  const stored = await findPartnerEvent(deps.db, eventId)
  const partner = stored && (await findPartner(deps.db, stored.partnerId))
  if (!stored || !partner) throw new AppError('NOT_FOUND')
  const read = deps.postbacks.readScheme(partner.scheme)
  if (!read.ok) throw new Error(`the scheme of partner ${partner.partnerId} is no scheme`)
  const { scheme, terms } = read
  const request = openRequest(deps.secrets, eventId, stored)
  const verdict = deps.postbacks.verify(scheme, openPartnerSecret(deps.secrets, partner), {
    method: stored.method,
    rawTarget: request.target.toString('latin1'),
    publicBaseUrl: deps.postbacks.publicBaseUrl,
    headers: request.headers,
    rawBody: request.body,
    address: stored.address ?? '',
  })
  const { pointsPerUsd } = await deps.economy()

  const settlement = await deps.db.transaction().execute(async (trx) => {
    await lockPartnerEvent(trx, eventId)
    const made: Settlement = verdict.ok
      ? await settleEvent(
          trx,
          { eventId, partnerId: partner.partnerId, event: verdict.event, terms, pointsPerUsd },
          byHand?.click,
        )
      : { outcome: 'rejected', reason: verdict.reason }
    await upsertEventOutcome(trx, { eventId, ...describe(verdict), ...noteOf(made), ...decidedBy(byHand) })
    await byHand?.within?.(trx, made)
    return made
  })
  return { settlement, reply: terms.replies[replyOf(verdict, settlement)] }
}

const decidedBy = (byHand: ByHand | undefined) => (byHand ? { decidedBy: byHand.decidedBy } : {})

/** What is searched and summed. The amount of a call that is not proven to be the partner's stays in the stored call. */
function describe(verdict: PostbackVerdict) {
  const event: Partial<PostbackEvent> = verdict.ok ? verdict.event : verdict.claimed
  const isProven = verdict.ok || verdict.answer !== 'rejected'
  const usdMicros = isProven ? event.amountUsdMicros : undefined
  return {
    kind: event.kind ?? null,
    transactionId: event.originalTransactionId ?? event.transactionId ?? null,
    reference: event.userRef ?? null,
    amountUsd: usdMicros === undefined ? null : usdMicros / 1_000_000,
  }
}

function noteOf({ outcome, reason, points, memberId }: Settlement) {
  return { outcome, reason: reason ?? null, points: points ?? null, memberId: memberId ?? null }
}

function replyOf(verdict: PostbackVerdict, { outcome }: Settlement): ReplyKind {
  if (!verdict.ok) return verdict.answer
  // Matching an unmatched event is our task: a retry by the partner would not help.
  return outcome === 'duplicate' ? 'duplicate' : 'ok'
}
