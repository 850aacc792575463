import * as z from 'zod'
import { emailAddress, id, line, pageOf, prose, searchWords, timestamp } from '../fields.ts'
import { MIN_CONTACT_LENGTHS } from '../form-rules.ts'
import { refuse } from '../problems.ts'

const status = z.enum(['new', 'answered', 'closed'])
export type MessageStatus = z.infer<typeof status>

const inboxMessage = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Where the answer goes, as the visitor typed it. */
  email: z.string(),
  subject: z.string(),
  status,
  /** The signed-in member, regardless of the typed address. */
  memberId: z.uuid().nullable(),
  createdAt: timestamp,
  version: z.int(),
})
export type InboxMessage = z.infer<typeof inboxMessage>

/** The maximum of `newCount`. */
export const NEW_MESSAGES_COUNTED = 100

export const inbox = z.object({ messages: z.array(inboxMessage), newCount: z.int() })

export const listMessagesInput = z.strictObject({
  status: status.optional(),
  /** Part of a name, an address, a subject or the message. */
  q: searchWords.optional(),
  ...pageOf(50),
})

export const messageIdInput = z.strictObject({ id })

export const messageDetail = inboxMessage.extend({
  message: z.string(),
  account: z.object({ name: z.string(), email: z.string() }).nullable(),
  replies: z.array(
    z.object({
      id: z.uuid(),
      subject: z.string(),
      text: z.string(),
      repliedBy: z.string(),
      repliedAt: timestamp,
    }),
  ),
  /** Other messages of the same person, newest first. */
  others: z.array(z.object({ id: z.uuid(), subject: z.string(), status, createdAt: timestamp })),
})
export type MessageDetail = z.infer<typeof messageDetail>

/** The version of the message that was read: concurrent answers to one message are refused. */
const version = z.int().min(1)

export const replyInput = z.strictObject({
  subject: line(150),
  text: prose(5000).pipe(z.string().min(1)),
  version,
  id,
})
export type ReplyInput = z.infer<typeof replyInput>

/** `new`: it needs an answer again. */
export const setMessageStatusInput = z.strictObject({ status: z.enum(['new', 'closed']), version, id })
export type SetMessageStatusInput = z.infer<typeof setMessageStatusInput>

export const replyTemplate = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Null: the subject of the message. */
  subject: z.string().nullable(),
  text: z.string(),
  version: z.int(),
  updatedBy: z.string(),
  updatedAt: timestamp,
})
export type ReplyTemplate = z.infer<typeof replyTemplate>

export const createTemplateInput = z.strictObject({
  name: line(80),
  subject: line(150).nullable().default(null),
  /** `{firstName}` becomes the recipient's first name. */
  text: prose(5000).pipe(z.string().min(1)),
})
export type CreateTemplateInput = z.infer<typeof createTemplateInput>

export const updateTemplateInput = createTemplateInput.extend({ version, id })
export type UpdateTemplateInput = z.infer<typeof updateTemplateInput>

export const templateIdInput = z.strictObject({ id })

/** The problems' texts are those of SPEC §5; the form on /contact shows them before it sends. */
export const contactInput = z.strictObject({
  name: line(100, { min: MIN_CONTACT_LENGTHS.name, code: 'NAME_TOO_SHORT' }),
  email: emailAddress,
  subject: line(150, { min: MIN_CONTACT_LENGTHS.subject, code: 'SUBJECT_TOO_SHORT' }),
  message: prose(5000).pipe(z.string().min(MIN_CONTACT_LENGTHS.message, refuse('MESSAGE_TOO_SHORT'))),
})
export type ContactInput = z.infer<typeof contactInput>

export const contactResult = z.object({ message: z.string() })

/** How to reach our team: the operator's settings. */
export const contactDetails = z.object({
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  /** One line each. */
  hours: z.array(z.string()),
})
