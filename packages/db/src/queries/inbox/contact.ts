import type { Db, Trx } from '../../client.ts'

type NewContactMessage = {
  memberId: string | null
  name: string
  email: string
  subject: string
  message: string
  address: string | null
  userAgent: string | null
}

export function insertContactMessage(trx: Trx, message: NewContactMessage) {
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
