import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { createTestDb } from '../testing.ts'
import { beginDelivery, findDelivery, insertCapturedMail, listCapturedMail, settleDelivery } from './mail.ts'

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

test('news of an earlier attempt says nothing about the one that is on its way', async () => {
  const jobId = randomUUID()
  const mail = {
    jobId,
    kind: 'sendVerification',
    recipient: 'a@example.com',
    subject: 'x',
    messageId: '<x@x>',
  }
  expect(await beginDelivery(db, mail)).toBe(1)
  expect(await beginDelivery(db, mail)).toBeUndefined()
  await settleDelivery(db, { jobId, attempt: 1 }, { state: 'refused', isFinal: false, lastError: '451' })
  expect(await beginDelivery(db, mail)).toBe(2)
  await settleDelivery(db, { jobId, attempt: 1 }, { state: 'unknown', lastError: 'given up for dead' })
  expect(await findDelivery(db, jobId)).toMatchObject({ state: 'sending', attempts: 2, settledAt: null })
})

test('a mail that was refused for good is not begun again', async () => {
  const jobId = randomUUID()
  const mail = {
    jobId,
    kind: 'sendVerification',
    recipient: 'a@example.com',
    subject: 'x',
    messageId: '<x@x>',
  }
  await beginDelivery(db, mail)
  await settleDelivery(db, { jobId, attempt: 1 }, { state: 'refused', isFinal: true, lastError: '550' })
  expect(await beginDelivery(db, mail)).toBeUndefined()
  const again = { state: 'sending', settledAt: null } as const
  const forced = db.updateTable('mailDelivery').set(again).where('jobId', '=', jobId).execute()
  await expect(forced).rejects.toThrow('a mail cannot go from refused to sending')
})
