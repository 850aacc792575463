import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { RefusalReason } from './refusals.ts'
import type { PostbackRequest, RequestPairs } from './request.ts'
import { type DigestScheme, type SignatureScheme, signaturePlace, templateParts } from './settings.ts'

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

/** The secret is a marker, so that the same parts can be hashed and shown. */
export type MessagePiece = Buffer | 'secret'
type Message = { ok: true; pieces: MessagePiece[] } | { ok: false; reason: RefusalReason }
type Modes = { [Mode in DigestScheme['mode']]: Extract<DigestScheme, { mode: Mode }> }

/** Rebuild the exact bytes that the partner hashed. Encoded values are encoded again only if the scheme says so. */
export function signedMessage(
  signature: DigestScheme,
  request: PostbackRequest,
  read: RequestPairs,
): Message {
  const message = buildMessage(signature, request, read)
  if (!message.ok || signature.mode === 'template' || signature.keyed === 'hmac') return message
  return { ok: true, pieces: [...message.pieces, 'secret'] }
}

function buildMessage(signature: DigestScheme, request: PostbackRequest, read: RequestPairs): Message {
  switch (signature.mode) {
    case 'template':
      return fillTemplate(signature, read)
    case 'sorted-placeholders':
      return joinPlaceholders(signature, read)
    case 'sorted-query':
      return sortQuery(signature, read)
    case 'raw-body':
      return { ok: true, pieces: [request.rawBody] }
    default:
      return cutSignature(signature, request, read)
  }
}

function fillTemplate({ template }: Modes['template'], { pairs }: RequestPairs): Message {
  const pieces: MessagePiece[] = []
  for (const part of templateParts(template)) {
    if ('text' in part) pieces.push(Buffer.from(part.text, 'utf8'))
    else if (part.param === 'secret') pieces.push('secret')
    else {
      const value = onlyValue(pairs, part.param)
      if (!value.ok) return value
      pieces.push(Buffer.from(part.whole ? value.text.replace(/\.\d*$/, '') : value.text, 'utf8'))
    }
  }
  return { ok: true, pieces }
}

function joinPlaceholders(signature: Modes['sorted-placeholders'], { pairs }: RequestPairs): Message {
  const values: string[] = []
  for (const name of signature.params.toSorted()) {
    const value = onlyValue(pairs, name)
    const mayBeOmitted = signature.omitWhenEmpty.includes(name)
    if (!value.ok) {
      if (value.reason === 'signed-field-missing' && mayBeOmitted) continue
      return value
    }
    if (value.text !== '' || !mayBeOmitted) values.push(value.text)
  }
  return { ok: true, pieces: [Buffer.from(values.join(signature.separator), 'utf8')] }
}

function sortQuery({ location }: Modes['sorted-query'], { query }: RequestPairs): Message {
  const sorted = query
    .filter(({ name }) => location !== `query:${name}`)
    .map(({ name, value }) => ({
      key: Buffer.from(name, 'utf8'),
      pair: `${formEncode(name)}=${formEncode(value)}`,
    }))
    .toSorted((a, b) => Buffer.compare(a.key, b.key))
  return { ok: true, pieces: [Buffer.from(sorted.map(({ pair }) => pair).join('&'), 'utf8')] }
}

function cutSignature(
  signature: Modes['full-url-before-param' | 'full-url-minus-param' | 'query-minus-param'],
  request: PostbackRequest,
  { path, query }: RequestPairs,
): Message {
  const isSignature = ({ name }: { name: string }) => signature.location === `query:${name}`
  const at = query.findIndex(isSignature)
  if (at === -1) return { ok: false, reason: 'signature-missing' }
  if (query.filter(isSignature).length > 1) return { ok: false, reason: 'repeated-parameter' }
  // Parameters after the signature are unsigned, but would be read like the rest.
  const mustBeLast = signature.mode === 'full-url-before-param'
  const isLast = request.rawTarget.endsWith(query[at]?.raw ?? '') && at === query.length - 1
  if (mustBeLast && !isLast) return { ok: false, reason: 'signature-not-last' }

  const rawQuery = request.rawTarget.slice(path.length + 1)
  const rest = withoutSegment(rawQuery, query[at]?.raw ?? '')
  if (signature.mode === 'query-minus-param') return { ok: true, pieces: [Buffer.from(rest, 'latin1')] }
  if (request.publicBaseUrl === undefined) return { ok: false, reason: 'base-url-missing' }
  const target = rest === '' ? path : `${path}?${rest}`
  const base = request.publicBaseUrl.replace(/\/+$/, '')
  return { ok: true, pieces: [Buffer.from(base, 'utf8'), Buffer.from(target, 'latin1')] }
}

/** Remove the segment and one ampersand beside it; all other bytes stay, including empty segments. */
function withoutSegment(rawQuery: string, raw: string): string {
  const kept = rawQuery.split('&')
  kept.splice(kept.indexOf(raw), 1)
  return kept.join('&')
}

type OnlyValue =
  | { ok: true; text: string }
  | { ok: false; reason: 'signed-field-missing' | 'repeated-parameter' }

/** With a repeated parameter, the signature could be checked on one value and the event read from the other. */
function onlyValue(pairs: RequestPairs['pairs'], name: string): OnlyValue {
  const values = pairs.filter(([key]) => key === name)
  if (values.length > 1) return { ok: false, reason: 'repeated-parameter' }
  const [first] = values
  return first ? { ok: true, text: first[1] } : { ok: false, reason: 'signed-field-missing' }
}

/**
 * Encode like PHP's http_build_query, which partners sort and sign: a space is a plus, everything except letters, digits and
 * `-_.` an upper-case escape.
 */
function formEncode(text: string): string {
  // As browsers encode a form, except for the asterisk.
  return new URLSearchParams({ '': text }).toString().slice(1).replaceAll('*', '%2A')
}
