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
 * Post once over a new connection. fetch reads a body before it connects, so it cannot tell a sender that it took too long.
 * @throws TooLate, or the error of the connection
 */
export function postOnce(url: URL, { headers, body, signal, mayWrite }: Post) {
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
