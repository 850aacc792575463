import type { adminMember } from '@chuma/contract/account/members'
import type { Answer } from '@chuma/contract/timestamp'
import { findAdminMember } from '@chuma/db/queries/account/admin-member'
import { listDestinations } from '@chuma/db/queries/wallet/destinations'
import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import { openDestination } from '../../wallet/destinations/open-destination.ts'

/** @throws AppError NOT_FOUND */
export async function getMember(
  deps: Pick<Deps, 'db' | 'secrets' | 'reportFailure'>,
  { memberId }: { memberId: string },
): Promise<Answer<typeof adminMember>> {
  const member = await findAdminMember(deps.db, memberId)
  if (!member) throw new AppError('NOT_FOUND')
  const named = (await listDestinations(deps.db, memberId)).filter(({ method }) => method === 'mpesa')
  return { ...member, mpesaNumbers: named.flatMap((row) => openDestination(deps, row).value ?? []) }
}
