import { isUnfilledMacro } from './events/unfilled-macro.ts'
import { decodeComponent } from './percent-decode.ts'
import type { PostbackRequest } from './postback-request.ts'
import { type Pair, readJsonPairs } from './read-json-pairs.ts'
import type { RefusalReason } from './refusal-reasons.ts'
import type { SignatureScheme } from './signatures/signature-scheme.ts'

/** One `name=value` of the query, raw and decoded. */
export type Segment = { raw: string; name: string; value: string }
export type RequestPairs = {
  path: string
  query: Segment[]
  body: Pair[]
  /** The parameters from which the event may be read. */
  pairs: Pair[]
}
type Read<T> = { ok: true; value: T } | { ok: false; reason: RefusalReason }

const MAX_TARGET_LENGTH = 16_384
const MAX_BODY_LENGTH = 65_536
const MAX_PAIRS = 200

/**
 * If a signature covers only the query or only the body, read the event from there: fields added elsewhere would be
 * unsigned.
 */
export function readPairs(mode: SignatureScheme['mode'], request: PostbackRequest): Read<RequestPairs> {
  if (request.rawTarget.length > MAX_TARGET_LENGTH || request.rawBody.length > MAX_BODY_LENGTH) {
    return { ok: false, reason: 'too-large' }
  }
  const [path, rawQuery] = splitOnce(request.rawTarget, '?')
  const query = readQuery(rawQuery)
  if (!query || /[^\0-\xff]/.test(path)) return { ok: false, reason: 'invalid-encoding' }
  const queryPairs = query.map(({ name, value }): Pair => [name, value])
  const coversQueryOnly =
    mode.startsWith('full-url') || mode === 'sorted-query' || mode === 'query-minus-param'
  const body: Read<Pair[]> = coversQueryOnly ? { ok: true, value: [] } : readBody(request)
  if (!body.ok) return body
  const pairs = mode === 'raw-body' ? body.value : [...queryPairs, ...body.value]
  if (query.length + body.value.length > MAX_PAIRS) return { ok: false, reason: 'too-large' }
  return { ok: true, value: { path, query, body: body.value, pairs } }
}

function readQuery(raw: string): Segment[] | undefined {
  const segments: Segment[] = []
  for (const piece of raw.split('&')) {
    if (piece === '') continue
    const [rawName, rawValue] = splitOnce(piece, '=')
    const name = decodeComponent(rawName)
    // Percent signs are not escapes here.
    const value = isUnfilledMacro(rawValue) ? rawValue : decodeComponent(rawValue)
    if (name === undefined || value === undefined) return undefined
    segments.push({ raw: piece, name, value })
  }
  return segments
}

function readBody({ method, rawBody, headers }: PostbackRequest): Read<Pair[]> {
  if (method !== 'POST' || rawBody.length === 0) return { ok: true, value: [] }
  const type = String(headers['content-type'] ?? '')
    .split(';')[0]
    ?.trim()
    .toLowerCase()
  if (rawBody.subarray(0, 3).equals(BYTE_ORDER_MARK)) return { ok: false, reason: 'invalid-body' }
  if (type === 'application/json') {
    const json = readJsonPairs(rawBody)
    return json.ok ? { ok: true, value: json.pairs } : json
  }
  if (type !== 'application/x-www-form-urlencoded') return { ok: false, reason: 'unsupported-body' }
  const form = readQuery(rawBody.toString('latin1'))
  if (!form) return { ok: false, reason: 'invalid-encoding' }
  return { ok: true, value: form.map(({ name, value }) => [name, value]) }
}

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf])

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator)
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + separator.length)]
}
