import { contactInput } from '@chuma/contract/inbox/inbox'
import { lockMessage } from '@chuma/db/queries/inbox/inbox'
import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { listAudit, startBehind } from '../admin/testing.ts'
import { visitor } from '../auth/testing.ts'
import { createMailCapture, createTestDeps, givenMember } from '../testing.ts'
import {
  changeMessageStatus,
  getMessage,
  listInbox,
  replyToMessage,
  sendMessage,
  sendReply,
} from './messages.ts'

const { db, close } = await createTestDb()
afterAll(close)
const { mail, sent } = createMailCapture()
const deps = createTestDeps(db, { mail })
const amina = { name: 'staff:amina', address: null }
const fatuma = { name: 'staff:fatuma', address: null }
const words = { subject: 'Re: A late payout', text: 'Dear Ann,\n\nit was sent this morning.' }

beforeEach(async () => {
  sent.length = 0
  await db.deleteFrom('contactMessage').execute()
  await sql`delete from pgboss.job`.execute(db)
})

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
