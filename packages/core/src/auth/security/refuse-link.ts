import type { Db } from '@chuma/db/client'
import { findSecurityLink } from '@chuma/db/queries/auth/security-links'
import { AppError } from '../../app-error.ts'

/** Say why a security link does not work: only its bearer asks. */
export async function refuseLink(db: Db, ref: { memberId: string; tokenHash: Buffer }): Promise<AppError> {
  const link = await findSecurityLink(db, ref)
  const ended = link?.isUsed ? 'used' : 'expired'
  return new AppError('SECURITY_LINK_INVALID', { why: link ? ended : 'unknown' })
}
