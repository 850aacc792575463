import type { MemberStanding } from '@chuma/contract/account/member-standing'
import type { Trx } from '@chuma/db/client'
import { lockMemberStanding } from '@chuma/db/queries/account/member-standing'
import { AppError } from '../../app-error.ts'

/** @throws AppError NOT_FOUND when there is no such member, or nothing is left of him. */
export async function lockStanding(trx: Trx, memberId: string): Promise<MemberStanding> {
  const standing = await lockMemberStanding(trx, memberId)
  if (!standing) throw new AppError('NOT_FOUND')
  return standing
}
