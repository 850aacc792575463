import type { Db } from '@chuma/db/client'
import { getSetUp, hasStaff, isLinkOpen } from '@chuma/db/queries/admin/set-up'
import { AppError } from '../../app-error.ts'
import { hashToken } from '../../auth/create-token.ts'

/**
 * Require a link that can still create the first owner.
 * @throws AppError SET_UP_CLOSED once there is staff, whatever the token: a link in an old log is worth nothing;
 * SET_UP_LINK_INVALID
 */
export async function requireOpenLink(db: Db, token: string): Promise<void> {
  const { ownerId, finishedAt } = await getSetUp(db)
  if (ownerId && !finishedAt) throw new AppError('SET_UP_CLOSED', { why: 'ownerExists' })
  if (finishedAt || (await hasStaff(db))) throw new AppError('SET_UP_CLOSED')
  if (!(await isLinkOpen(db, hashToken(token)))) throw new AppError('SET_UP_LINK_INVALID')
}
