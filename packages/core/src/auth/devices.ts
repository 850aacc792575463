import type { Db, Trx } from '@chuma/db/client'
import { insertAccountChange } from '@chuma/db/queries/account/member-standing'
import {
  insertStaffDevice,
  isKnownStaffDevice,
  touchStaffDevice,
} from '@chuma/db/queries/admin/staff-sessions'
import {
  insertKnownDevice,
  insertSharedBrowser,
  isKnownDevice,
  isNewBrowser,
  touchKnownDevice,
} from '@chuma/db/queries/auth/sessions'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import type { PasswordTurn } from './passwords/passwords.ts'
import { createToken, parseToken } from './sessions.ts'
import { forgetAttempts, reserveAttempt, type ThrottleRule, toSource } from './throttle.ts'

/** `account`: the address or the name, as typed. */
type LogIn = { side: 'members' | 'staff' | 'clients'; account: string; deviceToken: string | undefined }
type CountedLogIn = {
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
 * @throws AppError THROTTLED
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
  await countStranger(deps, [
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
 * @throws AppError THROTTLED
 */
export async function countStranger(
  deps: Deps,
  counts: readonly (readonly [ThrottleRule, string | null])[],
): Promise<void> {
  for (const [rule, identifier] of counts) await reserveAttempt(deps, rule, identifier)
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

type Browser = { memberId: string; known?: Buffer | null; isAsked: boolean | undefined }

/**
 * Remember the browser of a member who has just proved who they are, under the member's lock. A known one stays known.
 * @returns what the answer says about it: a token if the browser asked for one and has none
 */
export async function rememberDevice(
  trx: Trx,
  { memberId, known, isAsked }: Browser,
): Promise<{ deviceToken?: string }> {
  if (known && (await touchKnownDevice(trx, { memberId, tokenHash: known }, DEVICE_TERMS))) return {}
  if (!isAsked) return {}
  const { token, tokenHash } = createToken('d', memberId)
  await insertKnownDevice(trx, { memberId, tokenHash }, DEVICE_TERMS)
  return { deviceToken: token }
}

/** A browser counts as known for `days` after its last log-in, and of an account's browsers the `most` last used. */
const DEVICE_TERMS = { days: 90, most: 5 }

type StaffBrowser = { staffId: string; known?: Buffer | null; isAsked: boolean | undefined }

/** Do for a staff account what `rememberDevice` does for a member, under the account's lock. */
export async function rememberStaffDevice(
  trx: Trx,
  { staffId, known, isAsked }: StaffBrowser,
): Promise<{ deviceToken?: string }> {
  if (known && (await touchStaffDevice(trx, { staffId, tokenHash: known }, DEVICE_TERMS))) return {}
  if (!isAsked) return {}
  const { token, tokenHash } = createToken('d', staffId)
  await insertStaffDevice(trx, { staffId, tokenHash }, DEVICE_TERMS)
  return { deviceToken: token }
}

/**
 * Remember that a browser which another account knows has logged in to this one. It refuses nothing: families share phones. Counted
 * only after the right password, so that nobody can connect strangers' accounts.
 */
export async function noteSharedBrowser(
  trx: Trx,
  { memberId, deviceToken }: { memberId: string; deviceToken: string | undefined },
): Promise<void> {
  const device = deviceToken === undefined ? null : parseToken(deviceToken)
  if (device?.kind !== 'd' || device.ownerId === memberId) return
  await insertSharedBrowser(trx, { memberId, otherId: device.ownerId, tokenHash: device.tokenHash })
}

/** Record a log-in with a browser that is new to the account, before its session is opened. Returns its time; null: known. */
export async function noteNewDevice(
  trx: Trx,
  { userAgent }: Pick<Caller, 'userAgent'>,
  memberId: string,
): Promise<Date | null> {
  if (!(await isNewBrowser(trx, { memberId, userAgent }))) return null
  return insertAccountChange(trx, { memberId, kind: 'new-device' })
}
