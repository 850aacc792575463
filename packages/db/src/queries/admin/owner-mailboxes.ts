import type { StaffRole } from '@chuma/contract/admin/permissions'
import { sql } from 'kysely'
import type { Trx } from '../../client.ts'

/** An account that was an owner until this change, as in the audit log. Null: none. */
type Former = { former: string | null }
type Wanted = Former & { roles: readonly StaffRole[] }

/**
 * List the addresses of the owners who could sign in: of staff accounts, and the verified ones of members. `former` is told too:
 * taking the role from someone must not keep the news from them.
 */
export function listOwnerMailboxes(trx: Trx, { former }: Former): Promise<string[]> {
  return listMailboxes(trx, { former, roles: ['owner'] })
}

/** The same of everyone who manages payouts. */
export function listPayoutMailboxes(trx: Trx): Promise<string[]> {
  return listMailboxes(trx, { former: null, roles: ['owner', 'finance'] })
}

async function listMailboxes(trx: Trx, { former, roles }: Wanted): Promise<string[]> {
  const staff = await trx
    .selectFrom('staff')
    .select('email')
    .where('email', 'is not', null)
    .where(
      sql<boolean>`(
        role = any(${sql.val(roles)}::text[]) and disabled_at is null and coalesce(password_expires_at > now(), true)
        or 'staff:' || username = ${former}
      )`,
    )
    .execute()
  const members = await listMembers(trx, { former, roles })
  return [...new Set([...staff, ...members].flatMap(({ email }) => email ?? []))].sort()
}

/** Two queries: members are on several servers, people on the first. */
async function listMembers(trx: Trx, { former, roles }: Wanted) {
  const links = await trx.selectFrom('personMember').select('memberId').execute()
  if (links.length === 0) return []
  return trx
    .selectFrom('member')
    .select('email')
    .where(
      'memberId',
      'in',
      links.map(({ memberId }) => memberId),
    )
    .where('emailVerifiedAt', 'is not', null)
    .where('erasedAt', 'is', null)
    .where(
      sql<boolean>`(
        admin_role = any(${sql.val(roles)}::text[]) and suspended_at is null and deletion_due_at is null
        or 'member:' || member_id = ${former}
      )`,
    )
    .execute()
}
