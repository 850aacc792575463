import type { Answer } from '@chuma/contract/fields'
import type {
  ContactInput,
  CreateTemplateInput,
  messageDetail,
  ReplyInput,
  replyTemplate,
  SetMessageStatusInput,
  UpdateTemplateInput,
} from '@chuma/contract/inbox/inbox'
import type { Trx } from '@chuma/db/client'
import { recordAct } from '@chuma/db/queries/admin/audit'
import {
  countNewMessages,
  findContactMessage,
  findMessageDetail,
  findReplyLetter,
  findTemplateNamed,
  insertContactMessage,
  insertReply,
  insertTemplate,
  listMessages,
  lockMessage,
  lockTemplate,
  retireTemplate as retireRow,
  setMessageStatus,
  updateTemplate as updateRow,
} from '@chuma/db/queries/inbox/inbox'
import { insertJob } from '@chuma/db/queries/jobs'
import { AppError, invalidField, orRefuse } from '../app-error.ts'
import type { Caller, StaffActor } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { doOnce, type Once } from '../idempotency/do-once.ts'
import { type Notice, notice } from '../notice.ts'

/**
 * Answer a message: store the answer, and let a job mail it once. Of concurrent answers the second is refused before it is
 * stored. The audit log has no text, because that belongs to the correspondence.
 * @throws AppError NOT_FOUND, MESSAGE_STATE
 */
export async function replyToMessage(
  deps: Deps,
  staff: StaffActor,
  { id, version, subject, text }: ReplyInput,
): Promise<Answer<typeof messageDetail>> {
  await deps.db.transaction().execute(async (trx) => {
    const { memberId, email, status } = await requireMessage(trx, { id, version })
    const { replyId } = await insertReply(trx, {
      messageId: id,
      memberId,
      recipient: email,
      subject,
      text,
      repliedBy: staff.name,
    })
    await setMessageStatus(trx, id, 'answered')
    await insertJob(trx, 'send-contact-reply', { messageId: id, replyId })
    await recordAct(trx, staff, {
      action: 'contact.answered',
      subject: `contact:${id}`,
      before: { status },
      after: { status: 'answered', replyId },
    })
  })
  return getMessage(deps, { id })
}

/** @throws AppError NOT_FOUND */
export async function getMessage({ db }: Deps, { id }: { id: string }) {
  const message = orRefuse(await findMessageDetail(db, id), 'NOT_FOUND')
  return message
}

/** @throws AppError NOT_FOUND; MESSAGE_STATE if it changed since this version was read */
async function requireMessage(trx: Trx, { id, version }: { id: string; version: number }) {
  const message = orRefuse(await lockMessage(trx, id), 'NOT_FOUND')
  if (message.version !== version) throw new AppError('MESSAGE_STATE')
  return message
}

/** @throws AppError NOT_FOUND, TEMPLATE_STATE if it changed since this version was read, INVALID_INPUT */
export async function updateTemplate(
  { db }: Deps,
  staff: StaffActor,
  { id, version, ...words }: UpdateTemplateInput,
): Promise<Answer<typeof replyTemplate>> {
  return db.transaction().execute(async (trx) => {
    const before = orRefuse(await lockTemplate(trx, id), 'NOT_FOUND')
    if (before.version !== version) throw new AppError('TEMPLATE_STATE')
    if (await findTemplateNamed(trx, { name: words.name, besides: id })) throw nameTaken()
    const template = await updateRow(trx, id, { ...words, updatedBy: staff.name })
    await recordAct(trx, staff, {
      action: 'contact-template.changed',
      subject: `contact-template:${id}`,
      before: { name: before.name, subject: before.subject, text: before.text },
      after: words,
    })
    return template
  })
}

const nameTaken = () => invalidField('name', 'NAME_TAKEN')

/** Store a message from anyone, signed in or not. A job mails it, so a failing mail server loses nothing. */
export async function sendMessage(
  deps: Deps,
  caller: Caller,
  { idempotencyKey: key, ...input }: ContactInput & Once,
): Promise<{ message: Notice }> {
  const { address, userAgent } = caller
  const memberId = caller.member?.memberId ?? null
  // A visitor's key is only protected by being hard to guess; anyone who knows it learns nothing new.
  const keyed = {
    secrets: deps.secrets,
    caller: memberId ? `member:${memberId}` : 'visitor',
    operation: 'contact',
    key,
    request: input,
  }
  await deps.db.transaction().execute((trx) =>
    doOnce(trx, keyed, async () => {
      const { messageId } = await insertContactMessage(trx, { ...input, memberId, address, userAgent })
      await insertJob(trx, 'send-contact-message', { messageId })
      return messageId
    }),
  )
  return { message: notice('MESSAGE_SENT') }
}

/**
 * Close a message that needs no answer, or open it again.
 * @throws AppError NOT_FOUND, MESSAGE_STATE, also if it already has that status
 */
export async function changeMessageStatus(
  deps: Deps,
  staff: StaffActor,
  { id, version, status }: SetMessageStatusInput,
): Promise<Answer<typeof messageDetail>> {
  await deps.db.transaction().execute(async (trx) => {
    const before = await requireMessage(trx, { id, version })
    if (before.status === status) throw new AppError('MESSAGE_STATE')
    await setMessageStatus(trx, id, status)
    await recordAct(trx, staff, {
      action: status === 'closed' ? 'contact.closed' : 'contact.reopened',
      subject: `contact:${id}`,
      before: { status: before.status },
      after: { status },
    })
  })
  return getMessage(deps, { id })
}

/** Remove a template from the list and return it. @throws AppError NOT_FOUND */
export async function retireTemplate({ db }: Deps, staff: StaffActor, { id }: { id: string }) {
  return db.transaction().execute(async (trx) => {
    const template = orRefuse(await lockTemplate(trx, id), 'NOT_FOUND')
    await retireRow(trx, id, staff.name)
    await recordAct(trx, staff, {
      action: 'contact-template.retired',
      subject: `contact-template:${id}`,
      before: { name: template.name },
    })
    return template
  })
}

/** @throws AppError INVALID_INPUT if another template has this name */
export async function createTemplate({ db }: Deps, staff: StaffActor, words: CreateTemplateInput) {
  return db.transaction().execute(async (trx) => {
    const template = await insertTemplate(trx, { ...words, updatedBy: staff.name })
    if (!template) throw nameTaken()
    await recordAct(trx, staff, {
      action: 'contact-template.created',
      subject: `contact-template:${template.id}`,
      after: words,
    })
    return template
  })
}

/** List a page of messages, newest first, and count all that wait for an answer. */
export async function listInbox({ db }: Deps, filter: Parameters<typeof listMessages>[1]) {
  const [messages, newCount] = await Promise.all([listMessages(db, filter), countNewMessages(db)])
  return { messages, newCount }
}

/** Job: mail a stored message to the support address. Skipped if the message was erased. */
export async function forwardMessage(deps: Deps, { messageId }: { messageId: string }): Promise<void> {
  const found = await findContactMessage(deps.db, messageId)
  if (found) await deps.mail('sendContactMessage', found)
}

/** Job: mail an answer to the sender of the message. Skipped if the message was erased. */
export async function sendReply(deps: Deps, { replyId }: { replyId: string }): Promise<void> {
  const letter = await findReplyLetter(deps.db, replyId)
  if (letter) await deps.mail('sendContactReply', letter)
}
