import type { ChumaClient } from '../create-chuma-client.ts'
import { listAll } from '../list-all.ts'
import { isId } from './read-option.ts'
import { EXIT, stopWith } from './stop-with.ts'

/** By his whole address or his id: part of a name could mean somebody else. @throws Stop for an address that nobody has */
export async function findMemberId({ admin }: ChumaClient, given: string): Promise<string> {
  if (isId(given)) return given.toLowerCase()
  const address = given.trim().toLowerCase()
  if (!address.includes('@'))
    throw stopWith(EXIT.usage, `Give the member's whole address, or his id: ${given}`)
  for await (const { id, email } of listAll(admin.listMembers, { search: address })) {
    if (email.toLowerCase() === address) return id
  }
  throw stopWith(EXIT.refused, `No member has the address ${address}.`)
}
