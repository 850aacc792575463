import type { ColumnType, Generated } from 'kysely'

/** Set by the database, never by a caller. */
type Kept<T> = ColumnType<T, never, never>

type DeliveryState = 'sending' | 'sent' | 'refused' | 'unknown'
export type ContactStatus = 'new' | 'answered' | 'closed'

/** What we mail, what people write to us, and what we answer. */
export interface LetterTables {
  capturedMail: {
    mailId: Kept<number>
    recipient: string
    subject: string
    bodyText: string
    bodyHtml: string
    sentAt: Kept<Date>
  }
  mailDelivery: {
    jobId: string
    kind: string
    recipient: string
    subject: string
    messageId: string
    state: Generated<DeliveryState>
    attempts: Generated<number>
    lastError: string | null
    createdAt: Kept<Date>
    settledAt: Date | null
  }
  contactMessage: {
    messageId: Generated<string>
    memberId: string | null
    name: string
    email: string
    subject: string
    message: string
    status: Generated<ContactStatus>
    version: Generated<number>
    createdAt: Generated<Date>
    address: string | null
    userAgent: string | null
  }
  contactReply: {
    replyId: Generated<string>
    messageId: string
    memberId: string | null
    recipient: string
    subject: string
    text: string
    repliedBy: string
    repliedAt: Kept<Date>
  }
  contactTemplate: {
    templateId: Generated<string>
    name: string
    subject: string | null
    text: string
    version: Generated<number>
    updatedBy: string
    updatedAt: Generated<Date>
    retiredAt: Date | null
  }
}
