import { formEncode } from '../form-encode.ts'
import type { PostbackRequest } from '../postback-request.ts'
import type { RequestPairs } from '../read-pairs.ts'
import type { RefusalReason } from '../refusal-reasons.ts'
import { type DigestScheme, templateParts } from './signature-scheme.ts'

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
