import type { ServerResponse } from 'node:http'
import type { Behaviour } from './behaviours.ts'

type Send = (response: ServerResponse, answer: string, holdMs: number) => void

const page = '<html><body><h1>Service Unavailable</h1></body></html>'

export const sendFault: Record<NonNullable<Behaviour['fault']>, Send> = {
  hang(response, _answer, holdMs) {
    const timer = setTimeout(() => response.destroy(), holdMs).unref()
    response.on('close', () => clearTimeout(timer))
  },
  reset: (response) => response.socket?.resetAndDestroy(),
  'error-500': (response) => response.writeHead(500).end('Internal Server Error'),
  'error-503': (response) => response.writeHead(503).end(),
  html: (response) => response.writeHead(200, { 'content-type': 'text/html' }).end(page),
  truncated: (response, answer) =>
    response
      .writeHead(201, { 'content-type': 'application/json' })
      .end(answer.slice(0, Math.ceil(answer.length / 2))),
  busy: (response) => response.writeHead(429).end('Too Many Requests'),
}
