import type { Db } from '@chuma/db/client'
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
  const readHash = staff ? getStaffPasswordHash : getPasswordHash
  const room = staff ? 'staff' : 'members'
  const checked = { room, accountId, readHash, address: caller.address, password } as const
  return withPassword(deps, checked, work)
}

type Checked = {
  room: 'staff' | 'members' | 'clients'
  accountId: string
  /** Undefined: there is no password, so none is right. */
  readHash: (db: Db, accountId: string) => Promise<string | undefined>
  address: string | null
  password: string
}

/** The same for an account of any kind. @throws AppError THROTTLED, WRONG_PASSWORD */
export async function withPassword<T>(
  deps: Deps,
  { room, accountId, readHash, address, password }: Checked,
  work: (checkedHash: string) => Promise<T>,
): Promise<T> {
  await reserveAttempt(deps, 'password-check-account', accountId)
  const hash = await readHash(deps.db, accountId)
  const isRight = await deps.passwords.matches(hash, password, { room, source: toSource(address) })
  if (hash === undefined || !isRight) throw new AppError('WRONG_PASSWORD')
  const result = await work(hash)
  await forgetAttempts(deps, 'password-check-account', accountId)
  return result
}
