import type { Db } from '@chuma/db/client'
import { getSetUp } from '@chuma/db/queries/admin/set-up'
import { AppError } from '../../app-error.ts'
import type { Caller } from '../../caller.ts'
import { requireStaff, type StaffActor } from '../staff/require-staff.ts'

/**
 * Require an owner with a second factor, while the set-up lasts. The link is no longer enough: it was in a log.
 * @throws AppError NOT_SIGNED_IN, FORBIDDEN, SECOND_FACTOR_MISSING, SET_UP_CLOSED once it is finished
 */
export async function requireSetUpOwner(db: Db, caller: Caller): Promise<StaffActor> {
  const owner = requireStaff(caller, 'staff:manage')
  requireUnfinished(await getSetUp(db))
  if (!caller.staff?.isSecondFactorOn) throw new AppError('SECOND_FACTOR_MISSING')
  return owner
}

type SetUp = Awaited<ReturnType<typeof getSetUp>>

/** @throws AppError SET_UP_CLOSED */
export function requireUnfinished({ ownerId, finishedAt }: SetUp): void {
  if (!isUnfinished({ ownerId, finishedAt })) throw new AppError('SET_UP_CLOSED')
}

/** Whether a browser has begun the set-up and not finished it. */
export function isUnfinished({ ownerId, finishedAt }: Pick<SetUp, 'ownerId' | 'finishedAt'>): boolean {
  return ownerId !== null && finishedAt === null
}
