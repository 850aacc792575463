import type { ChumaClient } from '../create-chuma-client.ts'
import { isChumaError } from '../is-chuma-error.ts'

export type Account = {
  kind: 'staff' | 'key' | 'member'
  username: string | null
  role: string | null
  /** Null where the server tells them to nobody, as of a key. */
  permissions: string[] | null
}

const NOBODY = { username: null, role: null, permissions: null }

/** @throws as the server refuses: a key or a member that it knows is no failure */
export async function describeAccount(client: ChumaClient, token: string): Promise<Account> {
  try {
    const { username, role, permissions } = await client.admin.getStaffMember.query()
    return { kind: 'staff', username, role, permissions }
  } catch (error) {
    // Whom the server does not know at all it tells to sign in.
    if (!isChumaError(error, 'FORBIDDEN')) throw error
    return { kind: token.startsWith('k_') ? 'key' : 'member', ...NOBODY }
  }
}
