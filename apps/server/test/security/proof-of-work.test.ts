import { createPasswords } from '@chuma/core/auth/passwords/passwords'
import { createAlarm } from '@chuma/core/auth/proof-of-work/create-alarm'
import { createProofOfWork } from '@chuma/core/auth/proof-of-work/create-proof-of-work'
import { afterAll, expect, test } from 'vitest'
import { callTrpc, createTestApp } from '../../src/testing.ts'

const cost = { memoryCost: 64, timeCost: 1, parallelism: 1 }
const proofOfWork = createProofOfWork({ readSecret: async () => 'test', alarm: createAlarm() })
const passwords = createPasswords(cost, { onRefused: proofOfWork.count })
const { app, close } = await createTestApp({ proofOfWork, passwords })
afterAll(close)

const guess = (number: number, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url: '/api/auth/login',
    headers,
    payload: { email: `nobody${number}@example.com`, password: 'guess' },
  })

test('120 parallel guesses sound the alarm, and both doors then ask for work first', async () => {
  const flood = await Promise.all(
    Array.from({ length: 120 }, () => passwords.matches(undefined, 'x').catch(() => 'busy')),
  )
  expect(flood.filter((answer) => answer === 'busy')).toHaveLength(66)
  const rest = await guess(1)
  expect(rest.statusCode).toBe(428)
  expect(rest.json()).toEqual({
    code: 'PROOF_OF_WORK_REQUIRED',
    message: 'We are checking that you are not a robot. Try again.',
    fieldErrors: null,
    challenge: { parameters: expect.objectContaining({ cost: 2000 }), signature: expect.any(String) },
  })
  const input = { email: 'nobody@example.com', password: 'guess' }
  const typed = await callTrpc(app, undefined, { type: 'mutation', path: 'auth.login', input })
  expect(typed).toMatchObject({ status: 428, body: { code: 'PROOF_OF_WORK_REQUIRED' } })
  expect((await guess(2, { 'proof-of-work': 'nonsense' })).statusCode).toBe(428)
})
