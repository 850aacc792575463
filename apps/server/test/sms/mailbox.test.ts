import { insertCapturedMail } from '@chuma/db/queries/mail'
import { insertCapturedText } from '@chuma/db/queries/texts'
import { afterAll, expect, test } from 'vitest'
import { createTestApp } from '../../src/testing.ts'

const { db, close, open } = await createTestApp()
const demo = await open({
  demoLogin: { username: 'a', password: 'b' },
})
afterAll(close)

test('the demo’s mailbox marks texts, and shows mails as specified', async () => {
  const to = '254712345678'
  await insertCapturedText(db, { to, text: '123456 is your code', textId: crypto.randomUUID() })
  await insertCapturedMail(db, { to: 'amina@example.com', subject: 'Hello', text: 'Hi', html: '<p>Hi' })
  const read = async (who: string) => (await demo.inject(`/dev/mailbox.json?to=${who}`)).json()
  const sentAt = expect.any(String)
  expect(await read(to)).toEqual([
    { to, subject: '', text: '123456 is your code', html: '', sentAt, channel: 'sms' },
  ])
  expect(await read('amina@example.com')).toEqual([
    { to: 'amina@example.com', subject: 'Hello', text: 'Hi', html: '<p>Hi', sentAt },
  ])
  const page = await demo.inject(`/dev/mailbox?to=${to}`)
  expect(page.body).toContain('<h2>Text</h2>')
  expect(page.body).toContain('123456 is your code')
})
