import { MASK } from '../events/mask.ts'
import type { PartnerScheme } from '../partner-settings.ts'
import type { PostbackRequest } from '../postback-request.ts'
import { readPairs } from '../read-pairs.ts'
import type { RefusalReason } from '../refusal-reasons.ts'
import { checkSignature, presentedSignature } from './check-signature.ts'
import { type SignatureCoverage, signatureCoverage } from './signature-coverage.ts'
import type { SignatureScheme } from './signature-scheme.ts'
import { type MessagePiece, signedMessage } from './signed-message.ts'

export type SignatureExplanation = {
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
