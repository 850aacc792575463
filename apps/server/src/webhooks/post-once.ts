import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import type { WebhookAnswer, WebhookCall } from '@chuma/core/webhooks/webhooks'
import { REFUSED_ADDRESS } from './look-up-allowed.ts'

type Terms = { lookup: LookupFunction; timeoutMs: number }

/** The rest of a response is not read. */
const READ_BYTES = 4096
const HEADER_BYTES = 8192

/**
 * Send one POST on a connection of its own: no proxy, no redirect, no cookie. Once the status has arrived it counts, whatever
 * happens to the body. The time limit covers everything together.
 */
export function postOnce(
  { url, headers, body }: WebhookCall,
  { lookup, timeoutMs }: Terms,
): Promise<WebhookAnswer> {
  return new Promise((resolve) => {
    let isAnswered = false
    const fail = (reason: string) => {
      if (!isAnswered) resolve({ status: null, reason })
    }
    const { request: open, Agent } = url.startsWith('https:') ? https : http
    const request = open(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body), connection: 'close' },
      agent: new Agent({ keepAlive: false }),
      lookup,
      maxHeaderSize: HEADER_BYTES,
      signal: AbortSignal.timeout(timeoutMs),
    })
    request.on('response', (response) => {
      isAnswered = true
      const status = response.statusCode ?? 0
      void readBeginning(response).then((text) => {
        resolve({ status, text })
        request.destroy()
      })
    })
    request.on('error', (error) => fail(describe(error, timeoutMs)))
    // Also without an error: a receiver may switch to a protocol we do not speak.
    request.on('close', () => fail('The connection was closed without an answer'))
    request.end(body)
  })
}

/** What had arrived when the body ended, broke off or grew too long. */
async function readBeginning(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of response) {
      chunks.push(chunk)
      size += chunk.length
      if (size >= READ_BYTES) break
    }
  } catch {
    // The status has arrived, and it is what counts.
  }
  return Buffer.concat(chunks).subarray(0, READ_BYTES).toString('utf8')
}

/** Describe an error by its code: a message would reveal the addresses behind a name. */
function describe(error: Error, timeoutMs: number): string {
  if (error.name === 'AbortError') return `No answer within ${timeoutMs / 1000} seconds`
  const code = 'code' in error ? String(error.code) : error.name
  if (code === REFUSED_ADDRESS) return 'The name leads to an address that is not on the public internet'
  return `Not reached: ${code}`
}
