import { TRPCClientError } from '@trpc/client'
import { expect, test } from 'vitest'
import { endsSession } from './use-current-user.ts'

const answered = (status: number, headers: Record<string, string> = {}) =>
  TRPCClientError.from(new Error('refused'), {
    meta: { response: new Response('null', { status, headers }) },
  })

test.each([400, 401, 403, 404, 429, 500, 502, 504])(
  'an answer of %i to the user fetch ends the session',
  (status) => {
    expect(endsSession(answered(status))).toBe(true)
  },
)

test.each([
  ['says to come back later', answered(503)],
  ['says when to come back', answered(429, { 'retry-after': '7' })],
  ['is OK but cannot be read, such as a hotel’s log-in page', answered(200)],
  ['never arrived', TRPCClientError.from(new TypeError('Failed to fetch'))],
  ['is no answer of a server', new Error('anything')],
  ['did not fail', null],
])('an answer that %s keeps the session', (_, error) => {
  expect(endsSession(error)).toBe(false)
})
