import { isAllowedAddress } from './addresses.ts'
import { type ClaimedEvent, MASK, type PostbackEvent, parseEvent } from './event.ts'
import { type RefusalReason, refusalAnswers } from './refusals.ts'
import { type PostbackRequest, readPairs } from './request.ts'
import {
  type PartnerScheme,
  type ReplyKind,
  type SignatureCoverage,
  type SignatureScheme,
  signatureCoverage,
} from './settings.ts'
import { checkSignature, type MessagePiece, presentedSignature, signedMessage } from './signature.ts'

type PostbackVerdict =
  | { ok: true; event: PostbackEvent }
  /** `claimed` is unproven, and only for the record and for people: never pay or reverse anything based on it. */
  | { ok: false; reason: RefusalReason; answer: ReplyKind; claimed: ClaimedEvent }

/**
 * Verify that a call comes from the partner, and read its event. Several secrets are allowed during a rotation. Pure: the
 * caller checks whether the event is new, whose it is, and the daily ceiling.
 */
export function verifyPostback(scheme: PartnerScheme, secrets: readonly string[], request: PostbackRequest) {
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

type SignatureExplanation = {
  /** `HMAC-SHA1, hex, in query:hash` */
  method: string
  /** The exact hashed text with the secret masked, unprintable bytes as `\xNN`, backslashes doubled. Absent without a hash. */
  signedText?: string
  /** The call's signature. A shared secret is masked. */
  presented?: string
  isValid: boolean
  /** The reason why the signature is invalid. */
  reason?: RefusalReason
  coverage: SignatureCoverage
}

/** Explain why a signature does not match. Never reveals the right signature, with which a reader could forge calls. */
export function explainSignature(
  scheme: PartnerScheme,
  secrets: readonly string[],
  request: PostbackRequest,
): SignatureExplanation {
  const { signature } = scheme
  const base = { method: describeMethod(signature), coverage: signatureCoverage(scheme) }
  const read = readPairs(signature.mode, request)
  if (!read.ok) return { ...base, isValid: false, reason: read.reason }
  const hashes = signature.mode !== 'none' && signature.mode !== 'shared-secret'
  const message = hashes ? signedMessage(signature, request, read.value) : undefined
  const presented = presentedSignature(signature, request, read.value)
  const reason = checkSignature(signature, secrets, { request, read: read.value })
  return {
    ...base,
    ...(message?.ok && { signedText: message.pieces.map(showPiece).join('') }),
    ...(presented.ok && { presented: signature.mode === 'shared-secret' ? MASK : presented.text }),
    isValid: reason === undefined,
    ...(reason && { reason }),
  }
}

function describeMethod(signature: SignatureScheme): string {
  if (signature.mode === 'none') return 'no signature'
  if (signature.mode === 'shared-secret') return `shared secret in ${signature.location}`
  const { keyed, hash, encoding, location } = signature
  return `${keyed === 'hmac' ? 'HMAC-' : ''}${hash.toUpperCase()}, ${encoding}, in ${location}`
}

function showPiece(piece: MessagePiece): string {
  if (piece === 'secret') return MASK
  const text = piece.toString('utf8')
  if (Buffer.from(text, 'utf8').equals(piece)) return escapeHidden(text, 'utf8')
  return escapeHidden(piece.toString('latin1'), 'latin1')
}

function escapeHidden(text: string, encoding: 'utf8' | 'latin1'): string {
  const hidden = encoding === 'utf8' ? /[\p{Cc}\p{Cf}\\]/gu : /[^\x20-\x7e]|\\/g
  return text.replaceAll(hidden, (character) =>
    character === '\\' ? '\\\\' : Buffer.from(character, encoding).toString('hex').replaceAll(/../g, '\\x$&'),
  )
}
