import { afterAll, expect, test } from 'vitest'
import { givenSite } from './given-site.ts'

const { send, ask, member, close } = await givenSite()
afterAll(close)

const person = { firstName: 'Ann', lastName: 'Wanjiru', country: 'Kenya', email: 'ann@example.com' }
const message = { name: 'Ann', email: person.email, subject: 'A question', message: 'When am I paid?' }

test.each<[says: string, path: string, procedure: string, body: object]>([
  [
    'Name must be at least 2 characters',
    '/api/contact',
    'inbox.sendMessage',
    { ...message, name: 'A', subject: '' },
  ],
  [
    'Please enter a valid email address',
    '/api/contact',
    'inbox.sendMessage',
    { ...message, email: 'ann', message: '' },
  ],
  [
    'Subject must be at least 5 characters',
    '/api/contact',
    'inbox.sendMessage',
    { ...message, subject: 'Hi', message: '' },
  ],
  [
    'Message must be at least 10 characters',
    '/api/contact',
    'inbox.sendMessage',
    { ...message, message: 'Hi' },
  ],
])('a refused input says "%s" over %s and %s', async (says, path, procedure, body) => {
  const { status, text } = await send('POST', path, { body })
  expect([status, JSON.parse(text).message]).toEqual([400, says])
  expect(Object.keys(JSON.parse(text).fieldErrors)).not.toEqual([])
  expect(await ask(procedure, { body })).toMatchObject({ status: 400, message: says })
})

test('what has no sentence of its own says that of the first field, in the order of the form', async () => {
  const { token } = await member()
  const body = { ...person, country: 'K'.repeat(200), firstName: '' }
  const { status, text } = await send('PUT', '/api/profile', { token, body })
  const { message: said, fieldErrors } = JSON.parse(text)
  expect([status, Object.keys(fieldErrors)]).toEqual([400, ['firstName', 'country']])
  expect(said).toBe(fieldErrors.firstName[0])
  expect(await ask('account.updateProfile', { token, body })).toMatchObject({ status: 400, message: said })
})
