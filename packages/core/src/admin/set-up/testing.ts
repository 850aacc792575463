import type { Db } from '@chuma/db/client'
import { visitor } from '../../auth/testing.ts'
import type { Deps } from '../../deps.ts'
import { confirmSecondFactor, startSecondFactor } from '../staff/own-staff-account.ts'
import { identifyStaff, showCode } from '../testing.ts'
import { issueSetUpLink } from './issue-set-up-link.ts'
import { createFirstOwner } from './set-up.ts'

export const OWNER_PASSWORD = 'maji safi ya mlima'

/** The database of a new installation: nobody on the staff, and nothing chosen. */
export async function becomeNew(db: Db): Promise<void> {
  await db
    .updateTable('setUp')
    .set({ begunAt: null, ownerId: null, doneSteps: [], finishedAt: null })
    .execute()
  await db.updateTable('product').set({ name: null, supportEmail: null, isSignUpOpen: true }).execute()
  for (const table of [
    'throttle',
    'setUpLink',
    'staffRecoveryCode',
    'staffSecondFactor',
    'staffSession',
    'staff',
  ] as const)
    await db.deleteFrom(table).execute()
}

/** The secret of a new link; fails if none is issued. */
export async function givenLink(deps: Deps, revokesOthers = false): Promise<string> {
  const link = await issueSetUpLink(deps, { revokesOthers })
  if (!link) throw new Error('no link was issued')
  return link.path.split('#')[1] ?? ''
}

export const ownerInput = (token: string, username = 'wanjiru') => ({
  token,
  username,
  password: OWNER_PASSWORD,
  confirmPassword: OWNER_PASSWORD,
})

/** The owner whom a link created, with the second factor on. */
export async function givenFirstOwner(deps: Deps) {
  const created = await createFirstOwner(deps, visitor, ownerInput(await givenLink(deps)))
  const beginner = await identifyStaff(deps, created.token)
  const { secret } = await startSecondFactor(deps, beginner, { password: OWNER_PASSWORD })
  await confirmSecondFactor(deps, beginner, { code: showCode(secret) })
  return { ...created, beginner, caller: await identifyStaff(deps, created.token) }
}
