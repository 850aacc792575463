import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import type { IncomingMessage } from 'node:http'
import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { sayProblem } from '@chuma/api/language/words'
import { problem } from '@chuma/contract/problems'
import type { WebhookAnswer, WebhookCall, Webhooks } from '@chuma/core/webhooks/webhooks'
import { isAllowedAddress, isPublicAddress } from '@chuma/postback/addresses'

type Options = {
  /** In a demo: this machine may receive webhooks too, and without TLS. */
  allowsLoopback: boolean
  resolve?: Resolve
  timeoutMs?: number
}

const TIMEOUT_MS = 10_000
const askSystem: Resolve = (hostname) => lookup(hostname, { all: true })

/** Connect the sending of webhooks, to addresses on the public internet only. */
export function connectWebhooks({
  allowsLoopback,
  resolve = askSystem,
  timeoutMs = TIMEOUT_MS,
}: Options): Webhooks {
  const explainUrl = (url: string) => explainWebhookUrl(url, { allowsLoopback })
  return {
    explainUrl,
    send: async (call) => {
      const refusal = explainUrl(call.url)
      if (refusal !== null) return { status: null, reason: sayProblem('en', problem(refusal)) }
      const isAllowed = isOwnMachine(new URL(call.url)) ? isLoopback : isPublicAddress
      return postOnce(call, { lookup: lookUpAllowed(resolve, isAllowed), timeoutMs })
    },
  }
}

const LOOPBACK = ['127.0.0.0/8', '::1']

const isLoopback = (address: string) => isAllowedAddress(address, LOOPBACK)

/** Whether the address itself says that it is this machine, so that no name server can claim it. */
function isOwnMachine({ hostname }: URL): boolean {
  return hostname === 'localhost' || isLoopback(withoutBrackets(hostname))
}

/**
 * Return the problem with an address that never gets webhooks, or null. The URL parser has normalised every spelling of an
 * IPv4 address. What a name resolves to is checked on each call.
 */
function explainWebhookUrl(text: string, { allowsLoopback }: { allowsLoopback: boolean }) {
  if (!URL.canParse(text)) return 'NOT_HTTPS'
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') return 'URL_WITH_PASSWORD'
  if (allowsLoopback && isOwnMachine(url)) return null
  if (url.protocol !== 'https:') return 'NOT_HTTPS'
  if (url.port !== '') return 'URL_WITH_PORT'
  const host = withoutBrackets(url.hostname)
  const isPublic = isIP(host) === 0 ? host.includes('.') : isPublicAddress(host)
  return isPublic ? null : 'URL_NOT_PUBLIC'
}

const withoutBrackets = (hostname: string) => hostname.replace(/^\[|\]$/g, '')

type Resolve = (hostname: string) => Promise<LookupAddress[]>

const REFUSED_ADDRESS = 'REFUSED_ADDRESS'

/**
 * Resolve a name for one connection, and allow it only if every address of the name is allowed. The connection goes to the
 * address checked here, so a name that resolves differently the next time gains nothing.
 */
function lookUpAllowed(resolve: Resolve, isAllowed: (address: string) => boolean): LookupFunction {
  return (hostname, { all }, done) => {
    resolve(hostname).then(
      (addresses) => {
        const [first] = addresses
        if (!first || !addresses.every(({ address }) => isAllowed(address))) {
          done(Object.assign(new Error('a webhook may not go there'), { code: REFUSED_ADDRESS }), '')
        } else if (all) done(null, addresses)
        else done(null, first.address, first.family)
      },
      (error) => done(error, ''),
    )
  }
}

type Terms = { lookup: LookupFunction; timeoutMs: number }

/** The rest of a response is not read. */
const READ_BYTES = 4096
const HEADER_BYTES = 8192

/**
 * Send one POST on a connection of its own: no proxy, no redirect, no cookie. Once the status has arrived it counts, whatever
 * happens to the body. The time limit covers everything together.
 */
function postOnce({ url, headers, body }: WebhookCall, { lookup, timeoutMs }: Terms): Promise<WebhookAnswer> {
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
