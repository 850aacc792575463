import { getPasswordHash } from '@chuma/db/queries/account/members'
import { getStaffPasswordHash } from '@chuma/db/queries/admin/staff'
import { AppError } from '../../app-error.ts'
import type { Caller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { forgetAttempts } from '../throttle/forget-attempts.ts'
import { toSource } from '../throttle/name-bucket.ts'
import { reserveAttempt } from '../throttle/reserve-attempt.ts'

/**
 * Run `work` after the signed-in caller has repeated their password. If `work` refuses something, such as a code, that
 * counts as a failed attempt too; otherwise a right password would allow unlimited guesses.
 * @throws AppError THROTTLED, WRONG_PASSWORD, FORBIDDEN for a caller without a password
 */
export async function withOwnPassword<T>(
  deps: Deps,
  { caller, password }: { caller: Caller; password: string },
  work: (checkedHash: string) => Promise<T>,
): Promise<T> {
  const { staff, member } = caller
  const accountId = staff?.staffId ?? member?.memberId
  if (!accountId) throw new AppError('FORBIDDEN')
  await reserveAttempt(deps, 'password-check-account', accountId)
  const hash = staff
    ? await getStaffPasswordHash(deps.db, accountId)
    : await getPasswordHash(deps.db, accountId)
  const turn = { room: staff ? 'staff' : 'members', source: toSource(caller.address) } as const
  if (!(await deps.passwords.matches(hash, password, turn))) throw new AppError('WRONG_PASSWORD')
  const result = await work(hash)
  await forgetAttempts(deps, 'password-check-account', accountId)
  return result
}
