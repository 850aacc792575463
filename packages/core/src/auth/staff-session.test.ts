import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { issueStaff, SYSTEM } from '../admin/staff/manage-staff.ts'
import {
  changeStaffPassword,
  getStaffMember,
  logInStaff,
  startSecondFactor,
} from '../admin/staff/own-staff-account.ts'
import { givenStaff, identifyStaff } from '../admin/testing.ts'
import { createTestDeps, readRow } from '../testing.ts'
import { identifyCaller } from './identify-caller.ts'
import { requireStaff, requireStaffAccount } from './staff.ts'
import { visitor } from './testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createTestDeps(db)

test('a session ends after 30 minutes without a call that a person made', async () => {
  const { id, token } = await givenStaff(deps)
  const beIdle = (minutes: number) =>
    sql`update staff_session set last_seen_at = now() - make_interval(mins => ${minutes}) where staff_id = ${id}`.execute(
      db,
    )
  const call = (isBackground: boolean) =>
    identifyCaller(deps, { token, address: visitor.address, userAgent: null, isBackground })
  await beIdle(29)
  // A page that polls or follows a stream does not keep its session alive.
  expect((await call(true)).staff).not.toBeNull()
  const { lastSeenAt } = await readRow(db, 'staffSession', ['lastSeenAt'], { staffId: id })
  expect(Date.now() - lastSeenAt.getTime()).toBeGreaterThan(28 * 60_000)
  expect((await call(false)).staff).not.toBeNull()
  await beIdle(1)
  expect((await call(false)).staff).not.toBeNull()
  await beIdle(30)
  expect((await call(false)).staff).toBeNull()
  expect((await call(true)).staff).toBeNull()
})

test('a generated password opens nothing but the choice of another and of a second factor', async () => {
  const { admin, password } = await issueStaff(deps, SYSTEM, { username: 'first-day', role: 'owner' })
  const { token } = await logInStaff(deps, visitor, { username: admin.username, password })
  const caller = await identifyStaff(deps, token)
  expect(() => requireStaff(caller, 'stats:read')).toThrow('PASSWORD_TEMPORARY')
  expect(() => requireStaffAccount(caller)).toThrow('PASSWORD_TEMPORARY')
  expect(await getStaffMember(deps, caller)).toMatchObject({ passwordExpiresAt: expect.any(Date) })
  await startSecondFactor(deps, caller, { password })
  const changed = await changeStaffPassword(deps, caller, {
    currentPassword: password,
    newPassword: 'a-password-of-my-own',
    confirmPassword: 'a-password-of-my-own',
  })
  const own = await identifyStaff(deps, changed.token)
  expect(requireStaff(own, 'stats:read')).toMatchObject({ name: 'staff:first-day' })
})
