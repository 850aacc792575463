import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'

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

type Post = {
  headers: Record<string, string>
  body: string
  signal: AbortSignal
  /** Asked when the connection stands, right before the first byte is written. */
  mayWrite: () => boolean
}

/** Nothing was written. */
class TooLate extends Error {}

/**
 * fetch, except that a call with `mayWrite` goes over a connection of its own, which asks right before it writes. Wrap this one to
 * watch calls.
 */
export const fetchOnce: typeof fetch = async (
  input,
  init: RequestInit & { mayWrite?: Post['mayWrite'] } = {},
) => {
  const { mayWrite, body, headers, signal } = init
  if (!mayWrite || typeof body !== 'string' || !signal) return fetch(input, init)
  const url = new URL(input instanceof Request ? input.url : input)
  const plain = Object.fromEntries(new Headers(headers))
  const { status, text } = await postOnce(url, { headers: plain, body, signal, mayWrite })
  return new Response(HAS_NO_BODY.has(status) ? null : text, { status })
}

/** A response of these must be made without one. */
const HAS_NO_BODY: ReadonlySet<number> = new Set([204, 205, 304])

/**
 * Post once over a new connection. fetch reads a body before it connects, so it cannot tell a sender that it took too long.
 * @throws TooLate, or the error of the connection
 */
function postOnce(url: URL, { headers, body, signal, mayWrite }: Post) {
  const isTls = url.protocol === 'https:'
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const post = (isTls ? requestHttps : requestHttp)(url, {
      method: 'POST',
      // What fetch sends, but without compression.
      headers: {
        accept: '*/*',
        'user-agent': 'node',
        ...headers,
        'content-length': Buffer.byteLength(body),
        connection: 'close',
      },
      agent: false,
      signal,
    })
    post.on('error', reject)
    post.on('socket', (socket) => {
      socket.once(isTls ? 'secureConnect' : 'connect', () => {
        if (mayWrite()) post.end(body)
        else post.destroy(new TooLate())
      })
    })
    post.on('response', (response) => {
      const chunks: Buffer[] = []
      response.on('error', reject)
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }),
      )
    })
  })
}

/** Parse JSON, or `undefined`: for a gateway's HTML page, an empty body, a truncated answer. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
