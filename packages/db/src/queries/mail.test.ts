import { afterAll, expect, test } from 'vitest'
import { createTestDb } from '../testing.ts'
import { insertCapturedMail, listCapturedMail } from './mail.ts'

const { db, close } = await createTestDb({ max: 2 })
afterAll(close)

test('captured mail comes back newest first, of one address or of all', async () => {
  const to = 'amina@example.com'
  await insertCapturedMail(db, { to, subject: 'First', text: 'one', html: '<p>one</p>' })
  await insertCapturedMail(db, { to: 'ben@example.com', subject: 'Other', text: 'x', html: '<p>x</p>' })
  await insertCapturedMail(db, { to, subject: 'Second', text: 'two', html: '<p>two</p>' })
  expect(await listCapturedMail(db, 'Amina@Example.com')).toEqual([
    { to, subject: 'Second', text: 'two', html: '<p>two</p>', sentAt: expect.any(Date) },
    { to, subject: 'First', text: 'one', html: '<p>one</p>', sentAt: expect.any(Date) },
  ])
  expect((await listCapturedMail(db)).map(({ subject }) => subject)).toEqual(['Second', 'Other', 'First'])
  expect(await listCapturedMail(db, 'nobody@example.com')).toEqual([])
})

test('a full mailbox shows its newest hundred', async () => {
  for (let n = 1; n <= 101; n += 1) {
    await insertCapturedMail(db, { to: 'full@example.com', subject: `${n}`, text: '', html: '' })
  }
  const subjects = (await listCapturedMail(db, 'full@example.com')).map(({ subject }) => subject)
  expect(subjects).toHaveLength(100)
  expect(subjects[0]).toBe('101')
})
