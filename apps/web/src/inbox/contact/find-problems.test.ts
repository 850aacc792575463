import { expect, test } from 'vitest'
import type { Translate } from '../../i18n/i18n.ts'
import { type ContactForm, findProblems } from './find-problems.ts'

const t: Translate = (key, ..._values) => key
const complete: ContactForm = {
  name: 'Achieng Were',
  email: 'achieng@example.co.ke',
  subject: 'A late payout',
  message: 'It has been two days.',
}

test('a complete form has no problem', () => {
  expect(findProblems(complete, t)).toEqual({})
})

test('every field of an empty form has a problem, and spaces do not count', () => {
  const problems = {
    name: 'contact.shortName',
    email: 'contact.badEmail',
    subject: 'contact.shortSubject',
    message: 'contact.shortMessage',
  }
  expect(findProblems({ name: '', email: '', subject: '', message: '' }, t)).toEqual(problems)
  expect(findProblems({ name: ' A ', email: '   ', subject: ' Help ', message: ' Too short ' }, t)).toEqual(
    problems,
  )
})

test('the shortest allowed message has no problem', () => {
  expect(findProblems({ name: 'Al', email: 'a@b.co', subject: 'Hello', message: '0123456789' }, t)).toEqual(
    {},
  )
})

test.each(['achieng', 'achieng@', '@example.com', 'achieng@example', 'achieng @example.com'])(
  '%s is not an email address',
  (email) => {
    expect(findProblems({ ...complete, email }, t)).toEqual({ email: 'contact.badEmail' })
  },
)
