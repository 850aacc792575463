import { sql } from 'kysely'
import type { Trx } from '../../client.ts'

/** Which mailbox an address belongs to. */
const mailboxOf = (email: string) => sql<Buffer>`mailbox_hash(${email})`

/** Record that a member has proved an address to be theirs. It is then their only mailbox. */
export async function keepMailbox(
  trx: Trx,
  { memberId, email }: { memberId: string; email: string },
): Promise<void> {
  await trx
    .deleteFrom('memberMailbox')
    .where('memberId', '=', memberId)
    .where('mailboxHash', '<>', mailboxOf(email))
    .execute()
  await trx
    .insertInto('memberMailbox')
    .values({ mailboxHash: mailboxOf(email), memberId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
