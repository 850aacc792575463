import { createApiKey } from '@chuma/core/admin/keys'
import { startSecondFactor } from '@chuma/core/admin/staff/own-staff-account'
import { givenSecondFactor, givenStaff, STAFF_PASSWORD, showCode } from '@chuma/core/admin/testing'
import type { Deps } from '@chuma/core/deps'
import { sql } from 'kysely'
import type { Boss, Changes } from './change.ts'

/** What staff change about their own account, sessions and second factor. */
export function ownAccountChanges(deps: Deps, boss: Boss): Changes {
  const proveBoth = async () => {
    const { token, password, secret } = await givenSecondFactor(deps)
    return { token, input: { password, code: showCode(secret) } }
  }
  return {
    'admin.login': async () => {
      const { username, password } = await givenStaff(deps)
      return { input: { username, password } }
    },
    'admin.logout': () => boss(),
    'admin.changePassword': () => {
      const newPassword = 'a-longer-staff-password'
      return boss({ currentPassword: STAFF_PASSWORD, newPassword, confirmPassword: newPassword })
    },
    'admin.startSecondFactor': () => boss({ password: STAFF_PASSWORD }),
    'admin.stepUp': () => boss({ way: 'password', password: STAFF_PASSWORD }),
    'admin.confirmSecondFactor': async () => {
      const { token, caller, password } = await givenStaff(deps)
      const { secret } = await startSecondFactor(deps, caller, { password })
      return { token, input: { code: showCode(secret) } }
    },
    'admin.removeSecondFactor': proveBoth,
    'admin.renewRecoveryCodes': proveBoth,
    'admin.endSession': async () => {
      const { id, token } = await givenStaff(deps)
      const { sessionId } = await deps.db
        .selectFrom('staffSession')
        .select('sessionId')
        .where('staffId', '=', id)
        .executeTakeFirstOrThrow()
      return { token, input: { id: sessionId } }
    },
  }
}

/** What owners change about accounts and keys. */
export function staffAccountChanges(deps: Deps, boss: Boss): Changes {
  const onStaff = async (input: object = {}) => boss({ ...input, id: (await givenStaff(deps)).id })
  return {
    'admin.createStaff': () => boss({ username: `n${crypto.randomUUID()}`, role: 'analyst' }),
    'admin.setStaffRole': () => onStaff({ role: 'analyst' }),
    'admin.setPersonOfStaff': () => onStaff({ personId: null }),
    'admin.disableStaff': () => onStaff(),
    'admin.enableStaff': async () => boss(await givenDisabled(deps)),
    'admin.resetStaff': () => onStaff(),
    'admin.createApiKey': () =>
      boss({
        name: crypto.randomUUID(),
        permissions: ['stats:read'],
        expiresInDays: 1,
        password: STAFF_PASSWORD,
      }),
    'admin.revokeApiKey': async () => {
      const { token, caller, password } = await givenStaff(deps)
      const name = crypto.randomUUID()
      const wish = { name, permissions: ['stats:read' as const], expiresInDays: 1, password }
      return { token, input: { id: (await createApiKey(deps, caller, wish)).id } }
    },
    'admin.turnOnApiKey': async () => {
      const { token, caller, password } = await givenStaff(deps)
      const wish = {
        name: crypto.randomUUID(),
        permissions: ['stats:read' as const],
        expiresInDays: 1,
        password,
      }
      const { id } = await createApiKey(deps, caller, wish)
      await sql`update api_key set restored_at = now() where key_id = ${id}`.execute(deps.db)
      return { token, input: { id } }
    },
  }
}

async function givenDisabled(deps: Deps) {
  const { id } = await givenStaff(deps)
  await sql`update staff set disabled_at = now() where staff_id = ${id}`.execute(deps.db)
  return { id }
}
