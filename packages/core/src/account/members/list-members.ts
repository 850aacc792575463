import type { adminUser, ListMembersInput } from '@chuma/contract/account/members'
import { id } from '@chuma/contract/fields'
import type { Answer } from '@chuma/contract/timestamp'
import { kenyanPhone } from '@chuma/contract/wallet/kenyan-phone'
import { listAdminUsers, type MemberSearch } from '@chuma/db/queries/account/admin-members'
import type { Deps } from '../../deps.ts'
import type { Secrets } from '../../secrets/create-secrets.ts'
import { hashDestination } from '../../wallet/destinations/normalise-destination.ts'

/** List members that match all filters, in the requested order. */
export function listMembers(
  { db, secrets }: Pick<Deps, 'db' | 'secrets'>,
  { search, ...filter }: ListMembersInput,
): Promise<Answer<typeof adminUser>[]> {
  return listAdminUsers(db, {
    ...filter,
    search: search === undefined ? undefined : readMemberSearch(secrets, search),
  })
}

/** An id identifies one member, and a phone number those who named it as a destination. Anything else is part of a name or an address. */
export function readMemberSearch(secrets: Pick<Secrets, 'hash'>, text: string): MemberSearch {
  const memberId = id.safeParse(text)
  if (memberId.success) return { memberId: memberId.data }
  const phone = kenyanPhone.safeParse(text)
  if (phone.success) {
    const mpesaNumber = phone.data
    return { mpesaNumber, hashes: hashDestination(secrets, { method: 'mpesa', value: mpesaNumber }) }
  }
  const words = text.split(/\s+/)
  // The trigram index needs words of three letters: with a shorter word the whole text is one search term.
  return { words: words.every((word) => word.length >= 3) ? words : [text] }
}
