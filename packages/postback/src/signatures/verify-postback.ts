import { type ClaimedEvent, type PostbackEvent, parseEvent } from '../events/parse-event.ts'
import { isAllowedAddress } from '../is-allowed-address.ts'
import type { PartnerScheme, ReplyKind } from '../partner-settings.ts'
import type { PostbackRequest } from '../postback-request.ts'
import { readPairs } from '../read-pairs.ts'
import { type RefusalReason, refusalAnswers } from '../refusal-reasons.ts'
import { checkSignature } from './check-signature.ts'

export type PostbackVerdict =
  | { ok: true; event: PostbackEvent }
  /** `claimed` is unproven, and only for the record and for people: never pay or reverse anything based on it. */
  | { ok: false; reason: RefusalReason; answer: ReplyKind; claimed: ClaimedEvent }

/**
 * Verify that a call comes from the partner, and read its event. Several secrets are allowed during a rotation. Pure: the
 * caller checks whether the event is new, whose it is, and the daily ceiling.
 */
export function verifyPostback(
  scheme: PartnerScheme,
  secrets: readonly string[],
  request: PostbackRequest,
): PostbackVerdict {
  const read = readPairs(scheme.signature.mode, request)
  if (!read.ok) return refuse(read.reason, {})
  const parsed = parseEvent(scheme, read.value.pairs)
  const claimed = parsed.ok ? parsed.event : parsed.claimed
  const isHeard = scheme.ipAllow.length === 0 || isAllowedAddress(request.address, scheme.ipAllow)
  if (!isHeard) return refuse('address-not-allowed', claimed)
  const unproven = checkSignature(scheme.signature, secrets, { request, read: read.value })
  if (unproven) return refuse(unproven, claimed)
  return parsed.ok ? parsed : refuse(parsed.reason, claimed)
}

function refuse(reason: RefusalReason, claimed: ClaimedEvent): PostbackVerdict {
  return { ok: false, reason, answer: refusalAnswers[reason], claimed }
}
