import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'

type Post = {
  headers: Record<string, string>
  body: string
  signal: AbortSignal
  /** Asked when the connection stands, right before the first byte is written. */
  mayWrite: () => boolean
}

/** Nothing was written. */
export class TooLate extends Error {}

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
