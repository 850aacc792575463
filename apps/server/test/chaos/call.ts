import { type Agent, request } from 'node:http'

export type Answer = { status: number; text: string; ms: number }
type Call = {
  port: number
  method: string
  path: string
  token: string
  key?: string
  body?: object
  agent: Agent
  address?: string
}

/** Longer than any response may take: after this the outcome is unknown, not failed. */
const PATIENCE_MS = 20_000

/** Make one call. @throws the socket's error when no response comes */
export function call({ port, method, path, token, key, body, agent, address }: Call): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const began = performance.now()
    const payload = body ? JSON.stringify(body) : undefined
    const headers = {
      authorization: `Bearer ${token}`,
      ...(payload
        ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }
        : {}),
      ...(key ? { 'idempotency-key': key } : {}),
    }
    const place = address ? { localAddress: address } : {}
    const asked = request({ host: '127.0.0.1', port, method, path, headers, agent, ...place }, (response) => {
      let text = ''
      response.on('data', (chunk) => {
        text += chunk
      })
      response.on('end', () => {
        clearTimeout(timer)
        resolve({ status: response.statusCode ?? 0, text, ms: performance.now() - began })
      })
      response.on('error', reject)
    })
    const timer = setTimeout(
      () => asked.destroy(new Error(`no answer in ${PATIENCE_MS / 1000} s`)),
      PATIENCE_MS,
    )
    asked.on('error', (error) => {
      clearTimeout(timer)
      reject(error)
    })
    asked.end(payload)
  })
}
