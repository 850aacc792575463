import type { Db } from '@chuma/db/client'
import { sql } from 'kysely'
import { requestEmailChange, sendEmailChange } from '../../account/own-account.ts'
import { readRow, readRows } from '../../testing.ts'
import { redeemLink } from '../links.ts'
import { secureAccount } from '../security.ts'
import { sendEmailChanged, sendEmailChangeNotice } from '../security-mails.ts'
import { createMailingDeps, givenMemberWithPassword, givenSession, visitor } from '../testing.ts'

let numbers = 0
export const thiefAddress = () => `thief${numbers++}@example.org`

/** A member whose session somebody borrowed, with what the thief does next and what the owner's mailbox gets. */
export async function givenBorrowed(db: Db, { points = 0 } = {}) {
  const mailing = createMailingDeps(db)
  const { deps, newestToken } = mailing
  const member = await givenMemberWithPassword(db, { password: 'correct horse', points })
  const { memberId } = member
  const borrowed = await givenSession(db, memberId)

  const ask = (newEmail: string) =>
    db.transaction().execute((trx) => requestEmailChange(trx, { memberId }, newEmail))
  const askForLink = async (newEmail: string) => {
    await ask(newEmail)
    await sendEmailChange(deps, { memberId, newEmail })
    return newestToken()
  }
  const open = (token: string) => redeemLink(deps, visitor, { token })

  return {
    ...mailing,
    ...member,
    borrowed,
    askForLink,
    open,
    /** The notice of the request, in the mailbox of `email`. */
    noticeTo: async (email: string, newEmail: string) => {
      await sendEmailChangeNotice(deps, { memberId, email, newEmail, since: await timeOf(db, memberId) })
      return newestToken()
    },
    /** Moves the account, and returns the link that the mailbox it left gets; null: none. */
    move: async (from: string, newEmail: string): Promise<{ undo: string | null; token: string }> => {
      const { token } = await open(await askForLink(newEmail))
      const since = await timeOf(db, memberId)
      await sendEmailChanged(deps, { memberId, email: from, newEmail, since })
      const { mail } = mailing.sent.at(-1) ?? {}
      return { undo: mail?.token as string | null, token }
    },
    press: (token: string | null) => secureAccount(deps, visitor, { token: token ?? '' }),
  }
}

/** When the last request or move of the address was, as its job says. */
async function timeOf(db: Db, memberId: string): Promise<string> {
  const { rows } = await sql<{ at: Date }>`
    select greatest(
      (select max(created_at) from one_time_link where member_id = ${memberId}),
      (select max(moved_at) from email_move where member_id = ${memberId})
    ) as at
  `.execute(db)
  return (rows[0]?.at ?? new Date()).toISOString()
}

export async function listChanges(db: Db, memberId: string): Promise<string[]> {
  const rows = await readRows(db, 'accountChange', ['kind'], { memberId }, 'createdAt')
  return rows.map(({ kind }) => kind)
}

export async function emailOf(db: Db, memberId: string): Promise<string> {
  const { email } = await readRow(db, 'member', ['email'], { memberId })
  return email
}

/** The account's addresses: its own, and those kept for it. */
export async function addressesOf(db: Db, memberId: string): Promise<Record<string, 'own' | 'reserved'>> {
  const rows = await readRows(db, 'emailOwner', ['email', 'reservedUntil'], { memberId })
  return Object.fromEntries(
    rows.map(({ email, reservedUntil }) => [email, reservedUntil ? 'reserved' : 'own']),
  )
}

/** Move everything about the member's moves and links back in time. */
export async function letDaysPass(db: Db, memberId: string, days: number): Promise<void> {
  await sql`update email_move set requested_at = requested_at - make_interval(days => ${days}),
    moved_at = moved_at - make_interval(days => ${days}), undo_until = undo_until - make_interval(days => ${days})
    where member_id = ${memberId}`.execute(db)
  await sql`update security_link set since = since - make_interval(days => ${days}),
    expires_at = expires_at - make_interval(days => ${days}) where member_id = ${memberId}`.execute(db)
  await sql`update email_owner set reserved_until = reserved_until - make_interval(days => ${days})
    where member_id = ${memberId}`.execute(db)
}
