import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { parseJson } from '../parse-json.ts'

const maxBytes = 64 * 1024

/** `undefined` for what is no JSON or too long. Throws when the caller has hung up. */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size <= maxBytes) chunks.push(chunk)
  }
  return size <= maxBytes ? parseJson(Buffer.concat(chunks).toString('utf8')) : undefined
}

export function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

type GatewayError = { status: number; code: string; message: string }

export function sendGatewayError(response: ServerResponse, { status, code, message }: GatewayError): void {
  sendJson(response, status, { requestId: randomUUID(), errorCode: code, errorMessage: message })
}
