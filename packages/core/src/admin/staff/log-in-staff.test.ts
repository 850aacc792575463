import { createTestDb } from '@chuma/db/testing'
import { afterAll, expect, test } from 'vitest'
import { identifyCaller } from '../../auth/identify-caller.ts'
import { requireNewStaffAccount } from '../../auth/staff.ts'
import { visitor } from '../../auth/testing.ts'
import { createTestDeps, readRows } from '../../testing.ts'
import { createStaff } from './manage-staff.ts'
import { logInStaff } from './own-staff-account.ts'
import { logOutStaff } from './staff-sessions.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createTestDeps(db)
const password = 'demo-chuma'

const identify = (token: string) => identifyCaller(deps, { token, address: null, userAgent: null })
const listAudit = (subject: string) =>
  readRows(db, 'auditEntry', ['actor', 'action', 'after', 'address'], { subject }, 'entryId')

test('staff sign in regardless of the name’s case, and it is logged', async () => {
  const admin = await createStaff(deps, { username: 'Grace', password, role: 'finance' })
  expect(admin).toEqual({ id: expect.any(String), username: 'grace', role: 'finance' })
  const session = await logInStaff(deps, visitor, { username: 'GRACE', password })
  expect(session.admin).toEqual(admin)
  expect((await identify(session.token)).staff).toMatchObject({ staffId: admin.id, role: 'finance' })
  expect(await listAudit('staff:grace')).toEqual([
    {
      actor: 'system',
      action: 'create-staff',
      after: { role: 'finance', personId: expect.any(String) },
      address: null,
    },
    { actor: 'staff:grace', action: 'log-in', after: null, address: '203.0.113.7' },
  ])
})

test('an unknown name, a wrong password and a disabled account get the same answer, and nothing is logged', async () => {
  await createStaff(deps, { username: 'henry', password, role: 'owner' })
  const gone = await createStaff(deps, { username: 'gone', password, role: 'owner' })
  await db.updateTable('staff').set({ disabledAt: new Date() }).where('staffId', '=', gone.id).execute()
  const attempts = [
    { username: 'nobody', password },
    { username: 'henry', password: 'wrong' },
    { username: 'gone', password },
  ]
  const errors = await Promise.all(
    attempts.map((input) => logInStaff(deps, visitor, input).catch((error) => error)),
  )
  for (const error of errors) {
    expect(error).toMatchObject({
      failure: { code: 'INVALID_STAFF_CREDENTIALS', params: {} },
      status: 401,
    })
  }
  expect(await listAudit('staff:henry')).toHaveLength(1)
})

test('logging out ends only this session, immediately', async () => {
  await createStaff(deps, { username: 'irene', password, role: 'content' })
  const here = await logInStaff(deps, visitor, { username: 'irene', password })
  const there = await logInStaff(deps, visitor, { username: 'irene', password })
  await logOutStaff(deps, requireNewStaffAccount(await identify(here.token)))
  expect((await identify(here.token)).staff).toBeNull()
  expect((await identify(there.token)).staff).toMatchObject({ username: 'irene' })
})
