import type { memberStanding } from '@chuma/contract/account/member-standing'
import type { Answer } from '@chuma/contract/timestamp'
import type { Trx } from '@chuma/db/client'
import { lockMemberStanding } from '@chuma/db/queries/account/member-standing'
import { AppError } from '../../app-error.ts'

/** @throws AppError NOT_FOUND if there is no such member, or they were erased */
export async function lockStanding(trx: Trx, memberId: string): Promise<Answer<typeof memberStanding>> {
  const standing = await lockMemberStanding(trx, memberId)
  if (!standing) throw new AppError('NOT_FOUND')
  return standing
}
