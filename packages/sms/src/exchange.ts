export type Exchange =
  | { kind: 'answered'; status: number; text: string }
  | { kind: 'never-connected'; reason: string }
  | { kind: 'lost'; reason: string }

type Call = {
  fetch: typeof fetch
  url: URL
  headers: Record<string, string>
  body: string
  timeoutMs: number
}

/** Post a form exactly once. `never-connected` proves that the other side read nothing; `lost` means it may have. */
export async function exchange({ url, headers, body, timeoutMs, ...call }: Call): Promise<Exchange> {
  try {
    const response = await call.fetch(url, {
      method: 'POST',
      // On a reused socket that the server is closing, a request fails after it was written, and its outcome is unknown.
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded', connection: 'close' },
      body,
      // Following a redirect could send the text twice.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    return { kind: 'answered', status: response.status, text: await response.text() }
  } catch (error) {
    const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
    return { kind: neverConnected(cause) ? 'never-connected' : 'lost', reason: codeOf(cause) }
  }
}

function codeOf(cause: unknown): string {
  if (cause instanceof AggregateError && cause.errors.length > 0) return codeOf(cause.errors[0])
  if (!(cause instanceof Error)) return 'UNKNOWN'
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name
}

/** Without a name, a route or an open port, and with a certificate that nobody trusts, no byte of a request is written. */
const CONNECT_CODES = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])

function neverConnected(cause: unknown): boolean {
  // A host with several addresses fails with one error each; a single doubtful one invalidates the proof.
  if (cause instanceof AggregateError) return cause.errors.length > 0 && cause.errors.every(neverConnected)
  return CONNECT_CODES.has(codeOf(cause))
}
