import { expect, test } from 'vitest'
import { toFieldErrors } from '../to-field-errors.ts'
import { contactInput } from './contact.ts'

const letter = {
  name: 'Amina Otieno',
  email: 'amina@example.com',
  subject: 'A late payout',
  message: 'It has been two days.',
}

function findProblems(replaced: Partial<Record<keyof typeof letter, unknown>>) {
  const result = contactInput.safeParse({ ...letter, ...replaced })
  return result.success ? {} : toFieldErrors(result.error)
}

test('each field that is too short is told so in the words of the form', () => {
  expect(findProblems({ name: 'A', email: 'amina', subject: 'Help', message: 'Too short' })).toEqual({
    name: ['Name must be at least 2 characters'],
    email: ['Please enter a valid email address'],
    subject: ['Subject must be at least 5 characters'],
    message: ['Message must be at least 10 characters'],
  })
})

test('an empty field is a short one, and spaces fill nothing', () => {
  const problems = findProblems({ name: '', email: '', subject: '        ', message: '          \n ' })
  expect(problems).toEqual(findProblems({ name: 'A', email: 'amina', subject: 'Help', message: 'Too short' }))
})

test.each([
  ['name', 'Al'],
  ['subject', 'Hello'],
  ['message', '0123456789'],
])('the shortest %s that is allowed passes', (field, value) => {
  expect(findProblems({ [field]: value })).toEqual({})
  expect(findProblems({ [field]: value.slice(1) })).toHaveProperty(field)
})

test.each([
  ['name', 100],
  ['subject', 150],
  ['message', 5000],
])('a %s of more than %i characters is refused', (field, max) => {
  expect(findProblems({ [field]: 'x'.repeat(max) })).toEqual({})
  expect(findProblems({ [field]: 'x'.repeat(max + 1) })).toEqual({ [field]: [`At most ${max} characters`] })
})

test('name and subject are one line each; a message may have several', () => {
  expect(findProblems({ message: 'First line\r\n\tSecond line' })).toEqual({})
  for (const field of ['name', 'subject']) {
    const forged = `${'Hello there'}\r\nBcc: all@example.com`
    expect(findProblems({ [field]: forged })).toEqual({
      [field]: ['Contains characters that cannot be shown'],
    })
  }
})
