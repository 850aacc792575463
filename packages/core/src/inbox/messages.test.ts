import { contactInput } from '@chuma/contract/inbox/inbox'
import { problem } from '@chuma/contract/problems'
import { listTemplates, lockMessage } from '@chuma/db/queries/inbox/inbox'
import { insertCapturedMail } from '@chuma/db/queries/mail'
import { listTraces } from '@chuma/db/testing'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { letDeletionCome } from '../account/testing.ts'
import { listAudit, startBehind } from '../admin/testing.ts'
import { visitor } from '../auth/testing.ts'
import { notice } from '../notice.ts'
import { eraseMembers } from '../personal-data/erase-members.ts'
import { codeOf, createMailCapture, createTestDeps, givenMember, openTestDb, readRows } from '../testing.ts'
import { givenMail } from './mails/testing.ts'
import {
  changeMessageStatus,
  createTemplate,
  forwardMessage,
  getMessage,
  listInbox,
  replyToMessage,
  retireTemplate,
  sendMessage,
  sendReply,
  updateTemplate,
} from './messages.ts'

const { db } = await openTestDb()
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
const amina = { name: 'staff:amina', address: null }
const fatuma = { name: 'staff:fatuma', address: null }
const words = { subject: 'Re: A late payout', text: 'Dear Ann,\n\nit was sent this morning.' }

async function givenMessage(replaced: object = {}, caller = visitor) {
  const typed = {
    name: 'Ann Bee',
    email: 'ann@example.com',
    subject: 'A late payout',
    message: 'Two days now.',
  }
  await sendMessage(deps, caller, contactInput.parse({ ...typed, ...replaced }))
  const [newest] = (await listInbox(deps, { limit: 1 })).messages
  if (!newest) throw new Error('no message')
  return newest
}

const listReplyJobs = async () => {
  const { rows } = await sql<{ data: { replyId: string } }>`
    select data from pgboss.job where name = 'send-contact-reply'
  `.execute(db)
  return rows.map(({ data }) => data)
}

test('an answer is stored with its author, mailed by a job to the typed address, and logged', async () => {
  const { id, version } = await givenMessage()
  expect(await replyToMessage(deps, amina, { id, version, ...words })).toMatchObject({
    status: 'answered',
    version: version + 1,
    replies: [{ ...words, repliedBy: 'staff:amina' }],
  })
  expect(sent, 'nothing is mailed before it is stored').toEqual([])
  const jobs = await listReplyJobs()
  expect(jobs).toHaveLength(1)
  for (const job of jobs) await sendReply(deps, job)
  expect(sent).toMatchObject([
    { kind: 'sendContactReply', mail: { to: 'ann@example.com', ...words, quoted: 'Two days now.' } },
  ])
  const [entry, ...others] = await listAudit(db, `contact:${id}`)
  expect(others).toEqual([])
  expect(entry).toMatchObject({ actor: 'staff:amina', action: 'contact.answered' })
  expect(JSON.stringify(entry), 'the log outlives the writer').not.toContain('this morning')
})

test('of two concurrent answers the second is refused before it is mailed', async () => {
  const { id, version } = await givenMessage()
  const results = await startBehind(
    db,
    (trx) => lockMessage(trx, id),
    () => [amina, fatuma].map((staff) => replyToMessage(deps, staff, { id, version, ...words })),
  )
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(results).toContainEqual({
    status: 'rejected',
    reason: expect.objectContaining({ code: 'MESSAGE_STATE' }),
  })
  expect((await getMessage(deps, { id })).replies).toHaveLength(1)
  expect(await listReplyJobs()).toHaveLength(1)
})

test('staff who have read the new answer can answer again', async () => {
  const { id, version } = await givenMessage()
  const answered = await replyToMessage(deps, amina, { id, version, ...words })
  const again = await replyToMessage(deps, fatuma, { id, version: answered.version, ...words })
  expect(again.replies.map(({ repliedBy }) => repliedBy)).toEqual(['staff:amina', 'staff:fatuma'])
})

test('a message can be closed and opened again, but not if it was answered in the meantime', async () => {
  const { id, version } = await givenMessage()
  const closed = await changeMessageStatus(deps, amina, { id, version, status: 'closed' })
  expect(closed.status).toBe('closed')
  await expect(changeMessageStatus(deps, fatuma, { id, version, status: 'closed' })).rejects.toMatchObject({
    code: 'MESSAGE_STATE',
  })
  const again = { id, version: closed.version, status: 'closed' } as const
  await expect(changeMessageStatus(deps, amina, again)).rejects.toMatchObject({ code: 'MESSAGE_STATE' })
  expect(
    await changeMessageStatus(deps, amina, { id, version: closed.version, status: 'new' }),
  ).toMatchObject({ status: 'new' })
})

test('the inbox is searched by any part of name, address, subject or message, with percent signs taken literally', async () => {
  await givenMessage({ name: 'Zawadi Kip', message: 'It is 100% late.' })
  await givenMessage({ name: 'Ann Bee', subject: 'About my WHEEL', message: 'It is 1000 late.' })
  const found = async (q: string) =>
    (await listInbox(deps, { q, limit: 9 })).messages.map(({ name }) => name).sort()
  expect(await found('wadi')).toEqual(['Zawadi Kip'])
  expect(await found('my wheel')).toEqual(['Ann Bee'])
  expect(await found('ann@')).toEqual(['Ann Bee', 'Zawadi Kip'])
  expect(await found('100% late')).toEqual(['Zawadi Kip'])
  expect(await found('nobody')).toEqual([])
})

test('the inbox is paged and filtered, and counts waiting messages', async () => {
  const first = await givenMessage()
  const second = await givenMessage()
  await changeMessageStatus(deps, amina, { id: second.id, version: second.version, status: 'closed' })
  const page = await listInbox(deps, { limit: 1 })
  expect(page).toMatchObject({ newCount: 1, messages: [{ id: second.id }] })
  expect((await listInbox(deps, { after: second.id, limit: 1 })).messages).toMatchObject([{ id: first.id }])
  expect((await listInbox(deps, { status: 'closed', limit: 9 })).messages).toMatchObject([{ id: second.id }])
})

test('a message shows others of the same account, or of the same address if nobody was signed in', async () => {
  const member = await givenMember(db)
  const own = await givenMessage({ email: 'other@example.com' }, { ...visitor, member })
  const owned = await givenMessage({}, { ...visitor, member })
  const stranger = await givenMessage()
  await givenMessage({ email: 'somebody@example.com' })
  expect(await getMessage(deps, { id: owned.id })).toMatchObject({
    memberId: member.memberId,
    account: { email: member.email },
    others: [{ id: own.id }],
  })
  expect((await getMessage(deps, { id: stranger.id })).others.map(({ id }) => id)).toEqual([owned.id])
})

test('an answer whose message was erased before its job ran is not mailed', async () => {
  await sendReply(deps, { replyId: crypto.randomUUID() })
  expect(sent).toEqual([])
})
const template = { name: 'Late payout', subject: null, text: 'Dear {firstName},' }

beforeEach(() => db.deleteFrom('contactTemplate').execute())

test('a template’s name is unique until it is retired', async () => {
  const { id } = await createTemplate(deps, amina, template)
  await expect(createTemplate(deps, amina, { ...template, name: 'late PAYOUT' })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    fields: { name: [problem('NAME_TAKEN')] },
  })
  await retireTemplate(deps, amina, { id })
  expect(await listTemplates(db)).toEqual([])
  expect(await codeOf(updateTemplate(deps, amina, { ...template, id, version: 1 }))).toBe('NOT_FOUND')
  await createTemplate(deps, amina, template)
})

test('a template cannot get another one’s name', async () => {
  await createTemplate(deps, amina, template)
  const { id, version } = await createTemplate(deps, amina, { ...template, name: 'Other' })
  expect(await codeOf(updateTemplate(deps, amina, { ...template, id, version }))).toBe('INVALID_INPUT')
  expect(await updateTemplate(deps, amina, { ...template, name: 'OTHER', id, version })).toMatchObject({
    name: 'OTHER',
    version: 2,
  })
})

test('of two concurrent changes of a template the second is refused', async () => {
  const { id, version } = await createTemplate(deps, amina, template)
  const results = await startBehind(
    db,
    (trx) => sql`lock table contact_template in share row exclusive mode`.execute(trx),
    () => ['One', 'Two'].map((text) => updateTemplate(deps, amina, { ...template, text, id, version })),
  )
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(results).toContainEqual({
    status: 'rejected',
    reason: expect.objectContaining({ code: 'TEMPLATE_STATE' }),
  })
})
const staff = { name: 'staff:amina', address: null }

test('an erasure includes answers to the member, even to an address that was never their account’s', async () => {
  const member = await givenMember(db)
  const typed = {
    name: 'Ann Bee',
    email: 'sister@example.com',
    subject: 'A late payout',
    message: 'Two days now.',
  }
  await sendMessage(deps, { ...visitor, member }, contactInput.parse(typed))
  const [message] = (await listInbox(deps, { limit: 1 })).messages
  if (!message) throw new Error('no message')
  const { id, version } = message
  await replyToMessage(deps, staff, { id, version, subject: 'Re: it', text: 'Sent this morning.' })
  const mail = { to: 'sister@example.com', subject: 'Re: it', text: 'Sent this morning.', html: '<p>' }
  await insertCapturedMail(db, mail)
  await givenMail(db, { ...mail, kind: 'sendContactReply', outcome: null })
  // Someone else got another mail at that address.
  await insertCapturedMail(db, { ...mail, subject: 'Welcome', text: 'Hello.' })

  await letDeletionCome(db, member.memberId)
  await eraseMembers(deps)
  expect(await listTraces(db, ['Sent this morning', 'Two days now'])).toEqual([])
  expect(await db.selectFrom('mailDelivery').select('recipient').execute()).toEqual([])
  const kept = await db.selectFrom('capturedMail').select('subject').execute()
  expect(kept).toEqual([{ subject: 'Welcome' }])
})
