import { NEW_MESSAGES_COUNTED } from '@chuma/contract/inbox/inbox'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import type { Database } from '../../schema.gen.ts'
import { pageOf } from '../list-page.ts'
import { announce } from '../listen.ts'

type ContactStatus = Selectable<Database['contactMessage']>['status']

const messageColumns = [
  'contactMessage.messageId as id',
  'contactMessage.name',
  'contactMessage.email',
  'contactMessage.subject',
  'contactMessage.status',
  'contactMessage.memberId',
  'contactMessage.createdAt',
  'contactMessage.version',
] as const

type MessageFilter = {
  status?: ContactStatus | undefined
  q?: string | undefined
  after?: string | undefined
  limit: number
}

/** List newest first; the next page starts after the last `id` of this one. */
export function listMessages(db: Db, { status, q, after, limit }: MessageFilter) {
  return db
    .selectFrom('contactMessage')
    .select(messageColumns)
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? 'new'))
    .$if(q !== undefined && q.trim() !== '', (query) => query.where(containsWords(q?.trim() ?? '')))
    .$call(pageOf({ table: 'contactMessage', by: ['createdAt', 'messageId'], after, limit }))
    .execute()
}

/** Search for the text as typed: percent signs stand for themselves. */
function containsWords(q: string) {
  const pattern = `%${q.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`
  return sql<boolean>`contact_words(name, email, subject, message) like ${pattern}`
}

/** Count messages that wait for an answer, up to a hundred. */
export async function countNewMessages(db: Db): Promise<number> {
  const { n } = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('contactMessage')
        .select('messageId')
        .where('status', '=', 'new')
        .limit(NEW_MESSAGES_COUNTED)
        .as('waiting'),
    )
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

export async function findMessageDetail(db: Db, messageId: string) {
  const found = await db
    .selectFrom('contactMessage')
    .leftJoin('member', 'member.memberId', 'contactMessage.memberId')
    .select(messageColumns)
    .select([
      'contactMessage.message',
      'member.email as accountEmail',
      sql<string>`member.first_name || ' ' || member.last_name`.as('accountName'),
    ])
    .where('messageId', '=', messageId)
    .executeTakeFirst()
  if (!found) return undefined
  const { accountEmail, accountName, ...message } = found
  return {
    ...message,
    account: accountEmail === null ? null : { name: accountName, email: accountEmail },
    replies: await listReplies(db, messageId),
    others: await listOthersOf(db, message),
  }
}

function listReplies(db: Db, messageId: string) {
  return db
    .selectFrom('contactReply')
    .select(['replyId as id', 'subject', 'text', 'repliedBy', 'repliedAt'])
    .where('messageId', '=', messageId)
    .orderBy('repliedAt')
    .orderBy('replyId')
    .limit(100)
    .execute()
}

/** A signed-in sender is identified by account, a visitor by the address they typed. */
function listOthersOf(
  db: Db,
  { id, memberId, email }: { id: string; memberId: string | null; email: string },
) {
  return db
    .selectFrom('contactMessage')
    .select(['messageId as id', 'subject', 'status', 'createdAt'])
    .where((eb) => (memberId === null ? eb('email', '=', email) : eb('memberId', '=', memberId)))
    .where('messageId', '<>', id)
    .orderBy('createdAt', 'desc')
    .limit(20)
    .execute()
}

/** Serialise replies to and changes of a message, until the transaction ends. */
export function lockMessage(trx: Trx, messageId: string) {
  return trx
    .selectFrom('contactMessage')
    .select(['messageId', 'memberId', 'email', 'status', 'version'])
    .where('messageId', '=', messageId)
    .forUpdate()
    .executeTakeFirst()
}

export async function setMessageStatus(trx: Trx, messageId: string, status: ContactStatus) {
  await announce(trx, 'waiting_change')
  return trx
    .updateTable('contactMessage')
    .set({ status, version: sql<number>`version + 1` })
    .where('messageId', '=', messageId)
    .execute()
}

export function insertReply(trx: Trx, reply: Insertable<Database['contactReply']>) {
  return trx.insertInto('contactReply').values(reply).returning('replyId').executeTakeFirstOrThrow()
}

/** Read what a reply's mail says, and its recipient; undefined when it was erased meanwhile. */
export function findReplyLetter(db: Db, replyId: string) {
  return db
    .selectFrom('contactReply')
    .innerJoin('contactMessage', 'contactMessage.messageId', 'contactReply.messageId')
    .select([
      'contactReply.recipient as to',
      'contactReply.subject',
      'contactReply.text',
      'contactMessage.message as quoted',
      'contactMessage.createdAt as writtenAt',
    ])
    .where('replyId', '=', replyId)
    .executeTakeFirst()
}

export async function insertContactMessage(trx: Trx, message: Insertable<Database['contactMessage']>) {
  await announce(trx, 'waiting_change')
  return trx.insertInto('contactMessage').values(message).returning('messageId').executeTakeFirstOrThrow()
}

/** Read a message with the address of the sender's account, beside the one they typed. */
export function findContactMessage(db: Db, messageId: string) {
  return db
    .selectFrom('contactMessage')
    .leftJoin('member', 'member.memberId', 'contactMessage.memberId')
    .select([
      'contactMessage.name',
      'contactMessage.email',
      'contactMessage.subject',
      'contactMessage.message',
      'member.email as accountEmail',
    ])
    .where('contactMessage.messageId', '=', messageId)
    .executeTakeFirst()
}

const templateColumns = [
  'templateId as id',
  'name',
  'subject',
  'text',
  'version',
  'updatedBy',
  'updatedAt',
] as const

/** List by name, without retired ones. */
export function listTemplates(db: Db) {
  return db
    .selectFrom('contactTemplate')
    .select(templateColumns)
    .where('retiredAt', 'is', null)
    .orderBy('name')
    .limit(200)
    .execute()
}

type TemplateWords = { name: string; subject: string | null; text: string; updatedBy: string }

/** Undefined when another template has this name. */
export function insertTemplate(trx: Trx, words: TemplateWords) {
  return trx
    .insertInto('contactTemplate')
    .values(words)
    .onConflict((conflict) => conflict.doNothing())
    .returning(templateColumns)
    .executeTakeFirst()
}

/** Lock a template, and keep others from being added or renamed: a name found free stays free. */
export async function lockTemplate(trx: Trx, templateId: string) {
  await sql`lock table contact_template in share row exclusive mode`.execute(trx)
  return trx
    .selectFrom('contactTemplate')
    .select(templateColumns)
    .where('templateId', '=', templateId)
    .where('retiredAt', 'is', null)
    .executeTakeFirst()
}

/** Whether a template other than this one has the name. */
export function findTemplateNamed(trx: Trx, { name, besides }: { name: string; besides: string }) {
  return trx
    .selectFrom('contactTemplate')
    .select('templateId')
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .where('templateId', '<>', besides)
    .where('retiredAt', 'is', null)
    .executeTakeFirst()
}

export function updateTemplate(trx: Trx, templateId: string, words: TemplateWords) {
  return trx
    .updateTable('contactTemplate')
    .set({ ...words, version: sql<number>`version + 1`, updatedAt: sql<Date>`now()` })
    .where('templateId', '=', templateId)
    .returning(templateColumns)
    .executeTakeFirstOrThrow()
}

/** Retire a template: it is no longer offered; replies written with it stay. */
export function retireTemplate(trx: Trx, templateId: string, updatedBy: string) {
  return trx
    .updateTable('contactTemplate')
    .set({ updatedBy, updatedAt: sql<Date>`now()`, retiredAt: sql<Date>`now()` })
    .where('templateId', '=', templateId)
    .execute()
}
