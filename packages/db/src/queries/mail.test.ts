import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createTestDb } from '../testing.ts'
import { insertCapturedMail, listCapturedMail } from './mail.ts'

const { db, close } = await createTestDb({ max: 2 })
afterAll(close)

test('captured mail is listed newest first, for one address or for all', async () => {
  const to = 'amina@example.com'
  await insertCapturedMail(db, { to, subject: 'First', text: 'one', html: '<p>one</p>' })
  await insertCapturedMail(db, { to: 'ben@example.com', subject: 'Other', text: 'x', html: '<p>x</p>' })
  await insertCapturedMail(db, { to, subject: 'Second', text: 'two', html: '<p>two</p>' })
  expect(await listCapturedMail(db, 'Amina@Example.com')).toEqual([
    { to, subject: 'Second', text: 'two', html: '<p>two</p>', isText: false, sentAt: expect.any(Date) },
    { to, subject: 'First', text: 'one', html: '<p>one</p>', isText: false, sentAt: expect.any(Date) },
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

test.each([
  ['sent', null],
  ['unknown', 'no answer'],
  ['refused', 'RCPT TO 550'],
] as const)('the database itself sends no mail again that is %s', async (state, lastError) => {
  const jobId = randomUUID()
  const mail = {
    kind: 'x',
    recipient: 'a@example.com',
    subject: 'x',
    messageId: '<x>',
    settledAt: new Date(),
  }
  await db
    .insertInto('mailDelivery')
    .values({ jobId, state, lastError, ...mail })
    .execute()
  const again = sql`update mail_delivery set state = 'sending', settled_at = null where job_id = ${jobId}`
  await expect(again.execute(db)).rejects.toThrow(`a mail cannot go from ${state} to sending`)
})
