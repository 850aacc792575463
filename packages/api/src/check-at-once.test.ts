import { initTRPC } from '@trpc/server'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { checkAtOnce } from './check-at-once.ts'

const t = initTRPC.create()
const member = z.object({ id: z.int(), tags: z.array(z.object({ name: z.string() })) })
const answering = (answer: unknown, schema: z.ZodType = member) =>
  t.router({
    get: checkAtOnce(t.procedure)
      .input(z.string())
      .use(({ next }) => next())
      .output(schema)
      .query(() => answer),
  })
const ask = (answer: unknown, schema?: z.ZodType) => answering(answer, schema).createCaller({}).get('me')

test('what is not in its schema never leaves, however deep it lies', async () => {
  const answer = { id: 1, passwordHash: '-', tags: [{ name: 'new', token: '-' }] }
  expect(await ask(answer)).toEqual({ id: 1, tags: [{ name: 'new' }] })
})

test('an answer that is not what its schema says is not given', async () => {
  await expect(ask({ id: 1.5, tags: [] })).rejects.toMatchObject({
    code: 'INTERNAL_SERVER_ERROR',
    message: 'Output validation failed',
    cause: { issues: [{ path: ['id'] }] },
  })
})

test('what would have to wait is refused and not let through', async () => {
  await expect(
    ask(
      { id: 1, tags: [] },
      member.refine(async () => true),
    ),
  ).rejects.toThrow('Output validation failed')
})

test('the schema of an answer can be read as ever', () => {
  expect(answering(null)._def.procedures.get._def).toHaveProperty('output', expect.any(z.ZodType))
})
