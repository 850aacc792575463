import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseJson } from '../exchange.ts'

/** What arrives instead of JSON that makes sense, as replies and as callbacks. */
export const malformedKinds = ['html', 'truncated', 'empty', 'wrong-types', 'huge'] as const
export type MalformedKind = (typeof malformedKinds)[number]

export type Content = { type: string; text: string }

export function isMalformedKind(kind: string): kind is MalformedKind {
  return Object.hasOwn(spoilers, kind)
}

export function toContent(body: object): Content {
  return { type: 'application/json', text: JSON.stringify(body) }
}

const hugeChars = 2 * 1024 * 1024

const spoilers: Record<MalformedKind, (body: object) => Content> = {
  html: () => ({ type: 'text/html', text: '<html><body><h1>Service Unavailable</h1></body></html>' }),
  truncated(body) {
    const { type, text } = toContent(body)
    return { type, text: text.slice(0, Math.ceil(text.length / 2)) }
  },
  empty: () => ({ type: 'application/json', text: '' }),
  'wrong-types': (body) => ({ type: 'application/json', text: JSON.stringify(exchangeTypes(body)) }),
  // Sound JSON, and what matters in it is right: only its size is not.
  huge: (body) => toContent({ ...body, Padding: 'x'.repeat(hugeChars) }),
}

export function malform(kind: MalformedKind, body: object): Content {
  return spoilers[kind](body)
}

/** Every value becomes something of another type; only the objects and their keys stay. */
function exchangeTypes(value: unknown): unknown {
  if (Array.isArray(value)) return 'list'
  if (typeof value === 'string') return [value]
  if (typeof value === 'number') return { value }
  if (typeof value !== 'object' || value === null) return 0
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, exchangeTypes(inner)]))
}

const maxBytes = 64 * 1024

/** Empty for a body that is too long. Throws when the caller has hung up. */
export async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size <= maxBytes) chunks.push(chunk)
  }
  return size <= maxBytes ? Buffer.concat(chunks).toString('utf8') : ''
}

/** `undefined` for what is no JSON or too long. */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  return parseJson(await readText(request))
}

/** Listen on the loopback address. */
export async function listen(
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
  port = 0,
) {
  const server = createServer((request, response) => {
    // The caller hung up, or the state file cannot be written: either way there is no answer to give.
    handle(request, response).catch(() => response.destroy())
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const { port: bound } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${bound}`,
    port: bound,
    async close(): Promise<void> {
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

export function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

type GatewayError = { status: number; code: string; message: string }

export function sendGatewayError(response: ServerResponse, { status, code, message }: GatewayError): void {
  sendJson(response, status, { requestId: randomUUID(), errorCode: code, errorMessage: message })
}

/** What a caller gets instead of the reply that is due. */
export const replyFaults = [
  'hang',
  'reset',
  'html-502',
  'error-500',
  'error-503',
  'internal-error',
  'spike-arrest',
  'quota',
  ...malformedKinds,
] as const
export type ReplyFault = (typeof replyFaults)[number]

type Reply = { fault: ReplyFault | undefined; status?: number; body: object; holdMs: number }

export function sendReply(response: ServerResponse, { fault, status = 200, body, holdMs }: Reply): void {
  if (fault === undefined) sendJson(response, status, body)
  else if (isMalformedKind(fault)) {
    const { type, text } = malform(fault, body)
    response.writeHead(status, { 'content-type': type }).end(text)
  } else faults[fault](response, holdMs)
}

const faults: Record<
  Exclude<ReplyFault, MalformedKind>,
  (response: ServerResponse, holdMs: number) => void
> = {
  hang,
  reset: (response) => response.socket?.resetAndDestroy(),
  'html-502': (response) =>
    response
      .writeHead(502, { 'content-type': 'text/html' })
      .end('<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>'),
  'error-500': (response) => response.writeHead(500, { 'content-type': 'application/json' }).end('{"fault":'),
  'error-503': (response) => response.writeHead(503).end(),
  'internal-error': (response) =>
    sendGatewayError(response, { status: 500, code: '500.002.1001', message: 'System internal error.' }),
  'spike-arrest': (response) => sendGatewayError(response, refusals.spikeArrest),
  quota: (response) => sendGatewayError(response, refusals.quota),
}

export const refusals = {
  spikeArrest: { status: 500, code: '500.003.02', message: 'Error Occurred: Spike Arrest Violation' },
  quota: { status: 500, code: '500.003.03', message: 'Error Occurred: Quota Violation' },
  invalidToken: { status: 404, code: '404.001.03', message: 'Invalid Access Token' },
  duplicate: { status: 500, code: '500.002.1001', message: 'Duplicate OriginatorConversationID.' },
} as const

function hang(response: ServerResponse, holdMs: number): void {
  const timer = setTimeout(() => response.destroy(), holdMs).unref()
  response.on('close', () => clearTimeout(timer))
}
