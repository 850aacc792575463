import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { PostbackRequest } from '../postback-request.ts'
import type { RequestPairs } from '../read-pairs.ts'
import type { RefusalReason } from '../refusal-reasons.ts'
import { type DigestScheme, type SignatureScheme, signaturePlace } from './signature-scheme.ts'
import { type MessagePiece, signedMessage } from './signed-message.ts'

type Presented =
  | { ok: true; text: string }
  | { ok: false; reason: 'signature-missing' | 'repeated-parameter' }

/** Check a call's signature. `undefined` if it was made with one of the secrets, otherwise the reason. */
export function checkSignature(
  signature: SignatureScheme,
  secrets: readonly string[],
  { request, read }: { request: PostbackRequest; read: RequestPairs },
): RefusalReason | undefined {
  if (signature.mode === 'none') return undefined
  // Everyone knows an empty secret.
  const usable = secrets.filter((secret) => secret !== '')
  if (usable.length === 0) return 'secret-missing'
  const presented = presentedSignature(signature, request, read)
  if (!presented.ok) return presented.reason
  if (signature.mode === 'shared-secret') {
    const matches = usable.map((secret) => isSame(sha256(presented.text), sha256(secret)))
    return matches.includes(true) ? undefined : 'signature-mismatch'
  }
  const message = signedMessage(signature, request, read)
  if (!message.ok) return message.reason
  const given = Buffer.from(normalize(signature, presented.text), 'utf8')
  const matches = usable.map((secret) =>
    isSame(given, Buffer.from(sign(signature, secret, message.pieces), 'utf8')),
  )
  return matches.includes(true) ? undefined : 'signature-mismatch'
}

export function presentedSignature(
  signature: SignatureScheme,
  request: PostbackRequest,
  read: RequestPairs,
): Presented {
  const place = signaturePlace(signature)
  const given = place === undefined ? [] : valuesAt(place, request, read)
  if (given.length > 1) return { ok: false, reason: 'repeated-parameter' }
  const [text] = given
  return text ? { ok: true, text } : { ok: false, reason: 'signature-missing' }
}

function valuesAt(
  { place, name }: { place: 'query' | 'body' | 'header'; name: string },
  { headers }: PostbackRequest,
  { query, body }: RequestPairs,
): readonly string[] {
  if (place === 'header') {
    const value = headers[name.toLowerCase()]
    return value === undefined ? [] : typeof value === 'string' ? [value] : value
  }
  const pairs = place === 'query' ? query.map((segment) => [segment.name, segment.value] as const) : body
  return pairs.filter(([key]) => key === name).map(([, value]) => value)
}

export function sign(signature: DigestScheme, secret: string, pieces: readonly MessagePiece[]): string {
  const hasher = signature.keyed === 'hmac' ? createHmac(signature.hash, secret) : createHash(signature.hash)
  for (const piece of pieces) hasher.update(piece === 'secret' ? Buffer.from(secret, 'utf8') : piece)
  return hasher.digest(signature.encoding)
}

function normalize({ encoding }: DigestScheme, text: string): string {
  if (encoding === 'hex') return text.toLowerCase()
  // An unescaped plus arrives as a space, which base64 does not have.
  return encoding === 'base64' ? text.replaceAll(' ', '+') : text
}

function isSame(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text, 'utf8').digest()
}
