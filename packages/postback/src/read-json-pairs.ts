import { decodeUtf8 } from './percent-decode.ts'

export type Pair = readonly [name: string, value: string]
type JsonPairs =
  | { ok: true; pairs: Pair[] }
  | { ok: false; reason: 'invalid-encoding' | 'invalid-body' | 'repeated-parameter' }

const tokens = /"(?:[^"\\]|\\.)*"(\s*:)?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

/** Read the strings, numbers and booleans of a JSON object; nested values are skipped. */
export function readJsonPairs(body: Buffer): JsonPairs {
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
