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

type MailboxSharing = { accounts: number; since: Date | null }

/** How many other members have proved the mailbox of this member's address, and since when it is shared. */
export async function getMailboxSharing(trx: Trx, memberId: string): Promise<MailboxSharing> {
  // Two statements: a mailbox may be on another server than the member.
  const own = await trx
    .selectFrom('member')
    .select(sql<Buffer>`mailbox_hash(email)`.as('mailboxHash'))
    .where('memberId', '=', memberId)
    .where('emailVerifiedAt', 'is not', null)
    .executeTakeFirst()
  if (!own) return { accounts: 0, since: null }
  const rows = await trx
    .selectFrom('memberMailbox')
    .select(['memberId', 'createdAt'])
    .where('mailboxHash', '=', own.mailboxHash)
    .orderBy('createdAt', 'desc')
    .execute()
  const accounts = rows.filter((row) => row.memberId !== memberId).length
  return { accounts, since: accounts > 0 ? (rows[0]?.createdAt ?? null) : null }
}
