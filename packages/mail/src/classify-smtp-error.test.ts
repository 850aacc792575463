import { expect, test } from 'vitest'
import { classifySmtpError } from './classify-smtp-error.ts'

const failure = (message: string, facts: object) => Object.assign(new Error(message), facts)

test('a reason is one short line without addresses, links or secrets', () => {
  const said = `Message failed: 554-5.7.1 <amina@example.com>: blocked,\r\n554 see https://chuma.test/?token=l_abc or l_${'Ab-_9'.repeat(13)} ${'no '.repeat(200)}`
  const outcome = classifySmtpError(
    failure(said, { code: 'EMESSAGE', command: 'DATA', responseCode: 554 }),
    true,
  )
  const reason = 'reason' in outcome ? outcome.reason : ''
  expect(reason).toMatch(/^EMESSAGE DATA 554: Message failed: 554-5\.7\.1 … blocked, 554 see … or … no no/)
  expect(reason).toHaveLength(300)
})

test('a server’s reply to a password is not repeated, because it may contain the password', () => {
  const said = failure('Invalid login: 501 malformed AGNodW1hAHNlY3JldA==', {
    code: 'EAUTH',
    command: 'AUTH PLAIN',
    responseCode: 501,
  })
  expect(classifySmtpError(said, false)).toEqual({
    outcome: 'refused',
    isFinal: false,
    reason: 'EAUTH AUTH PLAIN 501',
  })
})

test.each([
  ['a time-out', failure('Timeout', { code: 'ETIMEDOUT', command: 'CONN' })],
  ['a broken socket', failure('read ECONNRESET', { code: 'ESOCKET', command: 'CONN' })],
  [
    'a reply that makes no sense',
    failure('Unexpected Response: 250', { command: 'CONN', responseCode: 250 }),
  ],
  ['something that is no error at all', 'oops'],
])('%s after the whole mail leaves the outcome unknown, and before it does not', (_what, error) => {
  expect(classifySmtpError(error, true)).toMatchObject({ outcome: 'unknown' })
  expect(classifySmtpError(error, false)).toMatchObject({ outcome: 'refused', isFinal: false })
})

test('a refused sender is our fault, so every recipient is retried', () => {
  const error = failure('Mail command failed: 550', { command: 'MAIL FROM', responseCode: 550 })
  expect(classifySmtpError(error, false)).toMatchObject({ outcome: 'refused', isFinal: false })
})
