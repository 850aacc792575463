import { expect, test } from 'vitest'
import { problem } from '../problems.ts'
import { toFieldProblems } from '../to-field-problems.ts'
import { contactInput } from './inbox.ts'

const letter = {
  name: 'Amina Otieno',
  email: 'amina@example.com',
  subject: 'A late payout',
  message: 'It has been two days.',
}

function findProblems(replaced: Partial<Record<keyof typeof letter, unknown>>) {
  const input = { ...letter, ...replaced }
  const result = contactInput.safeParse(input)
  return result.success ? {} : toFieldProblems(result.error, input)
}

test('each field of the form has its own code for too short', () => {
  expect(findProblems({ name: 'A', email: 'amina', subject: 'Help', message: 'Too short' })).toEqual({
    name: [problem('NAME_TOO_SHORT', { min: 2 })],
    email: [problem('NOT_AN_EMAIL')],
    subject: [problem('SUBJECT_TOO_SHORT', { min: 5 })],
    message: [problem('MESSAGE_TOO_SHORT', { min: 10 })],
  })
})

test('an empty field is too short, and spaces do not count', () => {
  const problems = findProblems({ name: '', email: '', subject: '        ', message: '          \n ' })
  expect(problems).toEqual(findProblems({ name: 'A', email: 'amina', subject: 'Help', message: 'Too short' }))
})

test.each([
  ['name', 'Al'],
  ['subject', 'Hello'],
  ['message', '0123456789'],
])('the shortest allowed %s passes', (field, value) => {
  expect(findProblems({ [field]: value })).toEqual({})
  expect(findProblems({ [field]: value.slice(1) })).toHaveProperty(field)
})

test.each([
  ['name', 100],
  ['subject', 150],
  ['message', 5000],
])('a %s of more than %i characters is refused', (field, max) => {
  expect(findProblems({ [field]: 'x'.repeat(max) })).toEqual({})
  expect(findProblems({ [field]: 'x'.repeat(max + 1) })).toEqual({ [field]: [problem('TOO_LONG', { max })] })
})

test('name and subject are one line each; a message may have several', () => {
  expect(findProblems({ message: 'First line\r\n\tSecond line' })).toEqual({})
  for (const field of ['name', 'subject']) {
    const forged = `${'Hello there'}\r\nBcc: all@example.com`
    expect(contactInput.parse({ ...letter, [field]: forged })).toMatchObject({
      [field]: 'Hello there Bcc: all@example.com',
    })
    expect(findProblems({ [field]: 'Hello\u001bthere' })).toEqual({
      [field]: [problem('HIDDEN_CHARACTERS')],
    })
  }
})
