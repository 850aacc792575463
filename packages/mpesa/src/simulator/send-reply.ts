import type { ServerResponse } from 'node:http'
import { isMalformedKind, type MalformedKind, malform } from './behaviours/malformed.ts'
import { sendGatewayError, sendJson } from './http-json.ts'

/** What a caller gets instead of the reply that is due. */
const replyFaults = [
  'hang',
  'reset',
  'html-502',
  'error-500',
  'error-503',
  'internal-error',
  'spike-arrest',
  'quota',
] as const
export type ReplyFault = (typeof replyFaults)[number] | MalformedKind

export function isReplyFault(fault: unknown): fault is ReplyFault {
  return isMalformedKind(fault) || replyFaults.some((known) => known === fault)
}

type Reply = { fault: ReplyFault | undefined; body: object; holdMs: number }

export function sendReply(response: ServerResponse, { fault, body, holdMs }: Reply): void {
  if (fault === undefined) sendJson(response, 200, body)
  else if (isMalformedKind(fault)) {
    const { type, text } = malform(fault, body)
    response.writeHead(200, { 'content-type': type }).end(text)
  } else faults[fault](response, holdMs)
}

const faults: Record<(typeof replyFaults)[number], (response: ServerResponse, holdMs: number) => void> = {
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
