import Fastify from 'fastify'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { writeAnswer } from './write-answer.ts'

const member = z.object({ id: z.int(), at: z.date(), tags: z.array(z.object({ name: z.string() })) })

async function ask(answer: unknown) {
  const app = Fastify()
  app.setSerializerCompiler(writeAnswer)
  app.get('/', { schema: { response: { 200: member } } }, async () => answer)
  return app.inject('/')
}

test('what is not in its schema never leaves, however deep it lies', async () => {
  const tags = [{ name: 'new', token: '-' }]
  const { statusCode, body } = await ask({ passwordHash: '-', tags, at: new Date(0), id: 1 })
  expect(statusCode).toBe(200)
  expect(body).toBe('{"id":1,"at":"1970-01-01T00:00:00.000Z","tags":[{"name":"new"}]}')
})

test('an answer that is not what its schema says is not given', async () => {
  const { statusCode, body } = await ask({ id: 1.5, at: new Date(0), tags: [{ name: 'secret' }] })
  expect(statusCode).toBe(500)
  expect(body).not.toContain('secret')
})
