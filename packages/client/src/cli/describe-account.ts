import type { ChumaClient } from '../create-chuma-client.ts'
import { isChumaError } from '../is-chuma-error.ts'

export type Account = {
  kind: 'staff' | 'key' | 'member'
  username: string | null
  role: string | null
  /** Null if the server does not reveal them, as for a key. */
  permissions: string[] | null
}

const NOBODY = { username: null, role: null, permissions: null }

/** @throws the server's refusal, except for a known key or member */
export async function describeAccount(client: ChumaClient, token: string): Promise<Account> {
  try {
    const { username, role, permissions } = await client.admin.getStaffMember.query()
    return { kind: 'staff', username, role, permissions }
  } catch (error) {
    // The server answers unknown tokens with NOT_SIGNED_IN.
    if (!isChumaError(error, 'FORBIDDEN')) throw error
    return { kind: token.startsWith('k_') ? 'key' : 'member', ...NOBODY }
  }
}
