import { expect, test } from 'vitest'
import { exchange } from './exchange.ts'

const failure = (code: string, syscall?: string) => Object.assign(new Error(code), { code, syscall })
const failing = (cause: unknown) => {
  const http: typeof fetch = () => Promise.reject(new TypeError('fetch failed', { cause }))
  const url = new URL('http://127.0.0.1')
  return exchange({ fetch: http, url, init: { headers: {} }, timeoutMs: 1_000 })
}

test.each([
  [failure('ECONNREFUSED', 'connect')],
  [failure('EHOSTUNREACH', 'connect')],
  [failure('UND_ERR_CONNECT_TIMEOUT')],
  [failure('ERR_TLS_CERT_ALTNAME_INVALID')],
  [new AggregateError([failure('ECONNREFUSED', 'connect'), failure('ENETUNREACH', 'connect')], 'all')],
])('%s proves that no connection was made', async (cause) => {
  await expect(failing(cause)).resolves.toMatchObject({ kind: 'never-connected' })
})

test.each([
  [failure('ECONNRESET', 'read')],
  [failure('EPIPE', 'write')],
  [failure('ETIMEDOUT', 'read')],
  [failure('EHOSTUNREACH', 'read')],
  [failure('UND_ERR_SOCKET')],
  [failure('UND_ERR_HEADERS_TIMEOUT')],
  [new AggregateError([failure('ECONNREFUSED', 'connect'), failure('ETIMEDOUT', 'read')], 'mixed')],
  [new AggregateError([], 'empty')],
  ['thrown text'],
])('%s proves nothing', async (cause) => {
  await expect(failing(cause)).resolves.toMatchObject({ kind: 'lost' })
})
