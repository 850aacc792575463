import { contactInput } from '@chuma/contract/inbox/inbox'
import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { visitor } from '../auth/testing.ts'
import { notice } from '../notice.ts'
import { createMailCapture, createTestDeps, givenMember, readRows } from '../testing.ts'
import { forwardMessage, sendMessage } from './messages.ts'

const { db, close } = await createTestDb()
afterAll(close)
const { mail, sent } = createMailCapture()
const deps = createTestDeps(db, { mail })

const letter = contactInput.parse({
  name: ' Amina Otieno ',
  email: 'Amina@Example.com',
  subject: 'A payout that is late',
  message: 'It has said "sent" since yesterday.\n\nWhat happens next?',
})

const listMessages = () =>
  readRows(db, 'contactMessage', [
    'messageId',
    'memberId',
    'name',
    'email',
    'subject',
    'message',
    'status',
    'address',
    'userAgent',
  ])
const listJobs = async () => {
  const { rows } = await sql<{ data: { messageId: string } }>`
    select data from pgboss.job where name = 'send-contact-message'
  `.execute(db)
  return rows.map(({ data }) => data)
}

beforeEach(async () => {
  sent.length = 0
  await db.deleteFrom('contactMessage').execute()
  await sql`delete from pgboss.job`.execute(db)
})

test('a visitor’s message is stored with its origin, and a job mails it', async () => {
  expect(await sendMessage(deps, visitor, letter)).toEqual({
    message: notice('MESSAGE_SENT'),
  })
  const [kept, ...others] = await listMessages()
  expect(others).toEqual([])
  expect(kept).toMatchObject({
    memberId: null,
    name: 'Amina Otieno',
    email: 'amina@example.com',
    subject: 'A payout that is late',
    message: 'It has said "sent" since yesterday.\n\nWhat happens next?',
    status: 'new',
    address: visitor.address,
    userAgent: visitor.userAgent,
  })
  expect(await listJobs()).toEqual([{ messageId: kept?.messageId }])
  expect(sent, 'nothing is mailed before it is stored').toEqual([])
})

test('the mail names the signed-in member, regardless of the typed address', async () => {
  const member = await givenMember(db)
  await sendMessage(deps, { ...visitor, member }, letter)
  expect(await listMessages()).toMatchObject([{ memberId: member.memberId, email: 'amina@example.com' }])
  for (const job of await listJobs()) await forwardMessage(deps, job)
  expect(sent).toEqual([
    {
      kind: 'sendContactMessage',
      mail: {
        name: 'Amina Otieno',
        email: 'amina@example.com',
        subject: 'A payout that is late',
        message: 'It has said "sent" since yesterday.\n\nWhat happens next?',
        accountEmail: member.email,
      },
    },
  ])
})

test('a visitor’s mail names no account', async () => {
  await sendMessage(deps, visitor, letter)
  for (const job of await listJobs()) await forwardMessage(deps, job)
  expect(sent).toMatchObject([{ mail: { accountEmail: null } }])
})

test('a message and its job are stored together or not at all', async () => {
  await sql`alter table pgboss.queue rename to queue_away`.execute(db)
  await expect(sendMessage(deps, visitor, letter)).rejects.toThrow('pgboss.queue')
  await sql`alter table pgboss.queue_away rename to queue`.execute(db)
  expect(await listMessages()).toEqual([])

  await expect(sendMessage(deps, visitor, { ...letter, name: '' })).rejects.toThrow(
    'contact_message_name_check',
  )
  expect(await listJobs()).toEqual([])
})

test('if the mail server is down the job fails, and the message stays for a retry', async () => {
  await sendMessage(deps, visitor, letter)
  const down = () => Promise.reject(new Error('no server'))
  for (const job of await listJobs()) {
    await expect(forwardMessage({ ...deps, mail: down }, job)).rejects.toThrow('no server')
  }
  expect(await listMessages()).toHaveLength(1)
})

test('a message that was erased before its job ran is not mailed', async () => {
  await forwardMessage(deps, { messageId: crypto.randomUUID() })
  expect(sent).toEqual([])
})
