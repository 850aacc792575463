import type { ChumaClient } from '../create-chuma-client.ts'
import { listAll } from '../list-all.ts'
import { isId } from './read-option.ts'
import { EXIT, stopWith } from './stop-with.ts'

/** Find a member by full email address or id; a part could match someone else. @throws Stop for an unknown address */
export async function findMemberId({ admin }: ChumaClient, given: string): Promise<string> {
  if (isId(given)) return given.toLowerCase()
  const address = given.trim().toLowerCase()
  if (!address.includes('@'))
    throw stopWith(EXIT.usage, `Give the member’s full email address or id: ${given}`)
  for await (const { id, email } of listAll(admin.listMembers, { search: address })) {
    if (email.toLowerCase() === address) return id
  }
  throw stopWith(EXIT.refused, `No member has the address ${address}.`)
}
