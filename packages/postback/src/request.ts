import type { RefusalReason } from './refusals.ts'
import type { SignatureScheme } from './settings.ts'

/** A call before it is parsed. */
export type PostbackRequest = {
  /** Only a POST's body is read. */
  method: string
  /** Path and query exactly as received, one character per byte: Node's `request.url`. */
  rawTarget: string
  /** Scheme and host as registered with the partner, who may have signed them: `https://earn.example`. */
  publicBaseUrl?: string
  /** Names in lower case, as Node gives them. */
  headers: Readonly<Record<string, string | readonly string[] | undefined>>
  rawBody: Buffer
  address: string
}

const macro = /^(\{[\w:.-]+\}|\[\[[\w:.-]+\]\]|\[%[\w:.-]+%\]|\[[A-Za-z_]\w*\])$/

/** Partners send unknown macros unreplaced. As a value, `{transaction_id}` would be the same transaction for everyone. */
export function isUnfilledMacro(text: string): boolean {
  return macro.test(text)
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Decode bytes, given as one character each, as UTF-8. `undefined` if invalid. */
function decodeUtf8(bytes: string): string | undefined {
  try {
    return utf8.decode(Buffer.from(bytes, 'latin1'))
  } catch {
    return undefined
  }
}

/** Decode a name or value of a query or form. `undefined` for a broken escape, invalid UTF-8 and NUL. */
function decodeComponent(bytes: string): string | undefined {
  if (/[^\0-\xff]|%(?![0-9A-Fa-f]{2})/.test(bytes)) return undefined
  const plain = bytes
    .replaceAll('+', ' ')
    .replaceAll(/%([0-9A-Fa-f]{2})/g, (_escape, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  const text = decodeUtf8(plain)
  return text?.includes('\0') ? undefined : text
}

export type Pair = readonly [name: string, value: string]
type JsonPairs =
  | { ok: true; pairs: Pair[] }
  | { ok: false; reason: 'invalid-encoding' | 'invalid-body' | 'repeated-parameter' }

const tokens = /"(?:[^"\\]|\\.)*"(\s*:)?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

/** Read the strings, numbers and booleans of a JSON object; nested values are skipped. */
function readJsonPairs(body: Buffer): JsonPairs {
  const text = decodeUtf8(body.toString('latin1'))
  if (text === undefined) return { ok: false, reason: 'invalid-encoding' }
  try {
    JSON.parse(text)
  } catch {
    return { ok: false, reason: 'invalid-body' }
  }
  let names = 0
  // Numbers keep their spelling: as floats, long ids would be truncated and amounts rounded.
  const spelled = text.replaceAll(tokens, (token, isName?: string) => {
    if (isName !== undefined) names += 1
    return token.startsWith('"') ? token : `"${token}"`
  })
  const root: unknown = JSON.parse(spelled)
  if (typeof root !== 'object' || root === null || Array.isArray(root))
    return { ok: false, reason: 'invalid-body' }
  // JSON.parse keeps the last of two equal names, other parsers the first: the signature could cover the wrong one.
  if (countNames(root) !== names) return { ok: false, reason: 'repeated-parameter' }
  const pairs = Object.entries(root).flatMap(([name, value]): Pair[] =>
    typeof value === 'string' || typeof value === 'boolean' ? [[name, String(value)]] : [],
  )
  if (pairs.some(([name, value]) => `${name}${value}`.includes('\0') || !`${name}${value}`.isWellFormed())) {
    return { ok: false, reason: 'invalid-encoding' }
  }
  return { ok: true, pairs }
}

// No recursion: a body of nothing but brackets would exhaust the stack.
function countNames(root: object): number {
  const open: unknown[] = [root]
  let names = 0
  for (const value of open) {
    if (typeof value !== 'object' || value === null) continue
    if (!Array.isArray(value)) names += Object.keys(value).length
    for (const child of Object.values(value)) open.push(child)
  }
  return names
}

/** One `name=value` of the query, raw and decoded. */
type Segment = { raw: string; name: string; value: string }
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
