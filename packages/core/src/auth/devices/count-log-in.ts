import type { Db } from '@chuma/db/client'
import { isKnownStaffDevice } from '@chuma/db/queries/admin/staff-known-devices'
import { isKnownDevice } from '@chuma/db/queries/auth/known-devices'
import type { Caller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { parseToken } from '../parse-token.ts'
import type { PasswordTurn } from '../passwords/passwords.ts'
import { requireProofOfWork } from '../proof-of-work/require-proof-of-work.ts'
import { forgetAttempts } from '../throttle/forget-attempts.ts'
import { nameBucket, toSource } from '../throttle/name-bucket.ts'
import { reserveAttempt } from '../throttle/reserve-attempt.ts'
import type { ThrottleRule } from '../throttle/throttle-rules.ts'

/** `account`: the address or the name, as typed. */
type LogIn = { side: 'members' | 'staff' | 'clients'; account: string; deviceToken: string | undefined }
export type CountedLogIn = {
  /** The hash of the token of a browser that has logged in to this account before. */
  known: Buffer | null
  turn: PasswordTurn
  /** After a success. */
  forget: () => Promise<void>
}

const RULES = {
  members: { address: 'log-in-address', account: 'log-in-account', device: 'log-in-device' },
  staff: { address: 'log-in-staff-address', account: 'log-in-staff-account', device: 'log-in-staff-device' },
  // Clients' browsers are not known: each log-in counts for its network and its account.
  clients: {
    address: 'log-in-client-address',
    account: 'log-in-client-account',
    device: 'log-in-client-account',
  },
} as const

/**
 * Count a log-in before its password is checked. A known browser has its own count and its own share of the queue: guesses
 * by strangers, from its network or at its account, do not delay it.
 * @throws AppError THROTTLED, PROOF_OF_WORK_REQUIRED
 */
export async function countLogIn(
  deps: Deps,
  caller: Caller,
  { side, account, deviceToken }: LogIn,
): Promise<CountedLogIn> {
  const rules = RULES[side]
  const known = await findKnownDevice(deps.db, { side, account, deviceToken })
  if (known) {
    const device = known.toString('hex')
    await reserveAttempt(deps, rules.device, device)
    return {
      known,
      turn: { room: side, source: device },
      forget: () => forgetAttempts(deps, rules.device, device),
    }
  }
  await countStranger(deps, caller, [
    [rules.address, caller.address],
    [rules.account, account],
  ])
  return {
    known,
    turn: { room: side, source: toSource(caller.address) },
    forget: () => forgetAttempts(deps, rules.account, account),
  }
}

/**
 * Count a call of someone whom we do not know yet, before anything is done for it.
 * @throws AppError THROTTLED, PROOF_OF_WORK_REQUIRED
 */
export async function countStranger(
  deps: Deps,
  caller: Caller,
  counts: readonly (readonly [ThrottleRule, string | null])[],
): Promise<void> {
  const accounts = counts.flatMap(([rule, identifier]) =>
    identifier === null || rule.endsWith('-address') ? [] : [nameBucket(rule, identifier)],
  )
  await requireProofOfWork(deps, caller, accounts)
  try {
    for (const [rule, identifier] of counts) await reserveAttempt(deps, rule, identifier)
  } catch (refusal) {
    deps.proofOfWork.count(toSource(caller.address), ...accounts)
    throw refusal
  }
}

/** Find the hash of a device token, if the browser has logged in to this account before. */
export async function findKnownDevice(db: Db, { side, account, deviceToken }: LogIn): Promise<Buffer | null> {
  const device = deviceToken === undefined ? null : parseToken(deviceToken)
  if (device?.kind !== 'd' || side === 'clients') return null
  const { ownerId, tokenHash } = device
  const isKnown =
    side === 'members'
      ? await isKnownDevice(db, { memberId: ownerId, tokenHash, email: account })
      : await isKnownStaffDevice(db, { staffId: ownerId, tokenHash, username: account })
  return isKnown ? tokenHash : null
}
