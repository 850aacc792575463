import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { StaffRole } from '@chuma/contract/admin/permissions'
import type { Db, Trx } from '@chuma/db/client'
import { countWaitingOnLock } from '@chuma/db/testing'
import { Secret, TOTP } from 'otpauth'
import { identifyCaller } from '../auth/identify-caller.ts'
import { requireNewStaffAccount } from '../auth/staff.ts'
import { visitor } from '../auth/testing.ts'
import type { Deps } from '../deps.ts'
import { readRows, setRows } from '../testing.ts'
import { createStaff } from './staff/manage-staff.ts'
import { confirmSecondFactor, logInStaff, startSecondFactor } from './staff/own-staff-account.ts'

export const STAFF_PASSWORD = 'a-long-staff-password'

/** A staff member who has just signed in. `caller` is how their calls arrive. */
export async function givenStaff(
  deps: Deps,
  options: { role?: StaffRole; username?: string; personId?: string } = {},
) {
  const { personId, role = 'owner' } = options
  const username = options.username ?? `s${randomUUID().slice(0, 13)}`
  const password = STAFF_PASSWORD
  const { id } = await createStaff(deps, { username, password, role, personId })
  const { token } = await logInStaff(deps, visitor, { username, password })
  const caller = await identifyStaff(deps, token)
  return { id, username, password, token, caller, actor: requireNewStaffAccount(caller) }
}

export const identifyStaff = (deps: Deps, token: string) =>
  identifyCaller(deps, { token, address: visitor.address, userAgent: visitor.userAgent })

/** The authenticator app's code, now or `steps` × 30 seconds later. */
export function showCode(secret: string, steps = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })
}

/** A staff account with a second factor. The code that turned it on is forgotten, so that tests can use it. */
export async function givenSecondFactor(deps: Deps, options: { role?: StaffRole } = {}) {
  const staff = await givenStaff(deps, options)
  const { secret } = await startSecondFactor(deps, staff.caller, { password: staff.password })
  const { recoveryCodes } = await confirmSecondFactor(deps, staff.caller, { code: showCode(secret) })
  await setRows(deps.db, 'staffSecondFactor', { staffId: staff.id }, { lastStep: 0 })
  const caller = await identifyStaff(deps, staff.token)
  // As the input schema normalises them.
  return { ...staff, caller, secret, recoveryCodes: recoveryCodes.map((code) => code.replaceAll('-', '')) }
}

/** Start calls that all wait for the lock that `hold` takes, then release it. */
export async function startBehind<T>(
  db: Db,
  hold: (trx: Trx) => Promise<unknown>,
  start: () => Promise<T>[],
): Promise<PromiseSettledResult<T>[]> {
  const { results } = await db.transaction().execute(async (holder) => {
    await hold(holder)
    const calls = start()
    const results = Promise.allSettled(calls)
    while ((await countWaitingOnLock(db)) < calls.length) await sleep(5)
    return { results }
  })
  return results
}

/** The same, but the calls wait in the given order: the first gets the lock first. `change` comes before they go on. */
export async function startInLine<T>(
  db: Db,
  hold: (trx: Trx) => Promise<unknown>,
  calls: readonly (() => Promise<T>)[],
  change?: (trx: Trx) => Promise<unknown>,
): Promise<PromiseSettledResult<T>[]> {
  const { results } = await db.transaction().execute(async (holder) => {
    await hold(holder)
    const started: Promise<T>[] = []
    for (const call of calls) {
      started.push(call())
      while ((await countWaitingOnLock(db)) < started.length) await sleep(5)
    }
    const results = Promise.allSettled(started)
    await change?.(holder)
    return { results }
  })
  return results
}

/** The audit entries about a subject, oldest first. */
export function listAudit(db: Db, subject: string) {
  return readRows(
    db,
    'auditEntry',
    ['actor', 'action', 'before', 'after', 'reason', 'address'],
    { subject },
    'entryId',
  )
}
