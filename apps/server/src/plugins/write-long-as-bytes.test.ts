import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { writeLongAsBytes } from './write-long-as-bytes.ts'

test.each([
  ['a short', '’é…'],
  ['a long', '’é… '.repeat(10_000)],
])('%s answer arrives as it was, its length counted in bytes', async (_, text) => {
  const app = Fastify()
  await app.register(writeLongAsBytes)
  const sent: unknown[] = []
  app.addHook('onSend', async (_request, _reply, payload) => void sent.push(payload))
  app.get('/', async () => ({ text }))
  const { headers, body, json } = await app.inject('/')
  expect(json()).toEqual({ text })
  expect(headers['content-type']).toBe('application/json; charset=utf-8')
  expect(headers['content-length']).toBe(String(Buffer.byteLength(body)))
  expect(sent.map(Buffer.isBuffer)).toEqual([body.length > 16_384])
})
