import { TooLate } from './post-once.ts'

export type Exchange =
  | { kind: 'answered'; status: number; text: string }
  | { kind: 'never-connected'; code: string; reason: string }
  | { kind: 'lost'; code: string; reason: string }

type Call = {
  fetch: typeof fetch
  url: URL
  init: { method?: 'POST'; headers: Record<string, string>; body?: string }
  timeoutMs: number
  /** For `fetchOnce`: asked right before the request is written. False: nothing is written. */
  mayWrite?: () => boolean
}

/** Send one HTTP request exactly once. `never-connected` proves that the other side read nothing; `lost` means it may have. */
export async function exchange(call: Call): Promise<Exchange> {
  const { url, init, mayWrite } = call
  try {
    const response = await call.fetch(url, {
      ...init,
      // On a reused socket that the server is closing, a request fails after it was written: the payout would be unknown.
      // So every request opens a new connection.
      headers: { ...init.headers, connection: 'close' },
      // Following a redirect could send the payment twice.
      redirect: 'manual',
      signal: AbortSignal.timeout(call.timeoutMs),
      ...(mayWrite && { mayWrite }),
    })
    return { kind: 'answered', status: response.status, text: await response.text() }
  } catch (error) {
    return describeFailure(error)
  }
}

function describeFailure(error: unknown): Exchange {
  if (error instanceof TooLate) {
    const reason = 'The sender was suspended for longer than it may take'
    return { kind: 'never-connected', code: 'TOO_LATE', reason }
  }
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
  const code = codeOf(cause)
  const reason = cause instanceof Error && cause.message !== '' ? cause.message : code
  return { kind: neverConnected(cause) ? 'never-connected' : 'lost', code, reason: reason.slice(0, 200) }
}

function codeOf(cause: unknown): string {
  if (!(cause instanceof Error)) return 'UNKNOWN'
  if ('code' in cause && typeof cause.code === 'string') return cause.code
  return cause.name
}

/** These errors end the TLS handshake before the client writes a byte of the request. */
const handshakeCodes = new Set([
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_REVOKED',
  'CERT_UNTRUSTED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE',
  'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION',
  'ERR_SSL_UNSUPPORTED_PROTOCOL',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])
const connectCodes = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'])
/** These also happen on open sockets, so they are proof only if the failing call was `connect`. */
const routeCodes = new Set(['EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL', 'ETIMEDOUT'])

function neverConnected(cause: unknown): boolean {
  // A host with several addresses fails with one error each; a single doubtful one invalidates the proof.
  if (cause instanceof AggregateError) return cause.errors.length > 0 && cause.errors.every(neverConnected)
  const code = codeOf(cause)
  if (connectCodes.has(code) || handshakeCodes.has(code)) return true
  return routeCodes.has(code) && cause instanceof Error && 'syscall' in cause && cause.syscall === 'connect'
}
