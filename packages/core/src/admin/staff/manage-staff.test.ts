import { problem } from '@chuma/contract/problems'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { visitor } from '../../auth/testing.ts'
import { codeOf, lockRows, openTestDb, readRows, setRows } from '../../testing.ts'
import { givenSecondFactor, givenStaff, identifyStaff, listAudit, startBehind } from '../testing.ts'
import {
  createStaff,
  disableStaff,
  enableStaff,
  issueStaff,
  resetStaff,
  SYSTEM,
  setStaffRole,
} from './manage-staff.ts'
import { logInStaff } from './own-staff-account.ts'

const { db, deps } = await openTestDb()
const nobody = '00000000-0000-4000-8000-000000000000'

/** Owners of earlier tests must not count. */
beforeEach(async () => {
  await db.updateTable('staff').set({ role: 'analyst' }).execute()
})

test('a username is unique, ignoring case', async () => {
  await createStaff(deps, { username: 'joyce', password: 'demo-chuma', role: 'owner' })
  const again = createStaff(deps, { username: 'JOYCE', password: 'other', role: 'analyst' })
  await expect(again).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    fields: { username: [problem('NAME_TAKEN')] },
  })
  expect(await readRows(db, 'staff', ['role'], { username: 'joyce' })).toEqual([{ role: 'owner' }])
})

test.each(['', 'x', 'jо yce', 'joyсe', '.joyce', 'a'.repeat(61), 'joyce\0'])(
  'a name like %j, which could be confused with another, is refused',
  async (username) => {
    await expect(
      createStaff(deps, { username, password: 'demo-chuma', role: 'owner' }),
    ).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  },
)

test('an owner creates an account, whose password is stored as a hash', async () => {
  const boss = await givenStaff(deps)
  const issued = await issueStaff(deps, boss.actor, { username: 'Makena', role: 'finance' })
  expect(issued).toMatchObject({ admin: { username: 'makena', role: 'finance' }, wasDisabled: false })
  const { password } = issued
  expect(await codeOf(logInStaff(deps, visitor, { username: 'makena', password }))).toBe('passed')
  expect(await listAudit(db, 'staff:makena')).toMatchObject([
    { actor: boss.actor.name, action: 'create-staff', after: { role: 'finance' }, address: visitor.address },
    { action: 'log-in' },
  ])
  const { rows } = await sql`select s::text, a::text from staff s, audit_entry a`.execute(db)
  expect(JSON.stringify(rows)).not.toContain(password)
})

test('a role counts with the next call', async () => {
  const boss = await givenStaff(deps)
  const other = await givenStaff(deps, { role: 'finance' })
  expect(await setStaffRole(deps, boss.actor, { id: other.id, role: 'content' })).toMatchObject({
    id: other.id,
    role: 'content',
  })
  expect((await identifyStaff(deps, other.token)).staff).toMatchObject({ role: 'content' })
  expect((await listAudit(db, other.actor.name)).at(-1)).toMatchObject({
    actor: boss.actor.name,
    action: 'staff.role',
    before: { role: 'finance' },
    after: { role: 'content' },
  })
})

test('a disabled account is signed out immediately, and enabling it restores no session', async () => {
  const boss = await givenStaff(deps)
  const { id, token, username, password } = await givenStaff(deps)
  expect(await disableStaff(deps, boss.actor, { id })).toMatchObject({ disabledAt: expect.any(Date) })
  expect((await identifyStaff(deps, token)).staff).toBeNull()
  expect(await codeOf(logInStaff(deps, visitor, { username, password }))).toBe('INVALID_STAFF_CREDENTIALS')
  expect(await codeOf(disableStaff(deps, boss.actor, { id }))).toBe('ACCOUNT_STATE')

  expect(await enableStaff(deps, boss.actor, { id })).toMatchObject({ disabledAt: null })
  expect((await identifyStaff(deps, token)).staff).toBeNull()
  expect(await codeOf(logInStaff(deps, visitor, { username, password }))).toBe('passed')
  expect(await codeOf(enableStaff(deps, boss.actor, { id }))).toBe('ACCOUNT_STATE')
})

test('a reset issues a new password, removes the second factor and ends every session', async () => {
  const boss = await givenStaff(deps)
  const lost = await givenSecondFactor(deps, { role: 'finance' })
  await disableStaff(deps, boss.actor, { id: lost.id })
  const issued = await resetStaff(deps, boss.actor, { id: lost.id })
  expect(issued).toMatchObject({ admin: { id: lost.id, role: 'finance' }, wasDisabled: true })
  const { username } = lost
  const old = logInStaff(deps, visitor, { username, password: lost.password })
  expect(await codeOf(old)).toBe('INVALID_STAFF_CREDENTIALS')
  const { token } = await logInStaff(deps, visitor, { username, password: issued.password })
  expect((await identifyStaff(deps, token)).staff).toMatchObject({ isSecondFactorOn: false })
  expect((await identifyStaff(deps, lost.token)).staff).toBeNull()
  const left = await readRows(db, 'staffRecoveryCode', ['staffId'], { staffId: lost.id })
  expect(left).toEqual([])
})

test('a reset also clears failed log-ins under that name', async () => {
  const { id, username } = await givenStaff(deps)
  for (let n = 0; n < 6; n++) await codeOf(logInStaff(deps, visitor, { username, password: 'guess' }))
  const { password } = await resetStaff(deps, SYSTEM, { id })
  expect(await codeOf(logInStaff(deps, visitor, { username, password }))).toBe('passed')
})

test('a log-in overtaken by a reset of the password fails', async () => {
  const { id, username, password } = await givenStaff(deps)
  const results = await startBehind(
    db,
    async (trx) => {
      await trx.updateTable('staff').set({ passwordHash: 'replaced' }).where('staffId', '=', id).execute()
    },
    () => [logInStaff(deps, visitor, { username, password })],
  )
  expect(results).toMatchObject([{ status: 'rejected', reason: { code: 'INVALID_STAFF_CREDENTIALS' } }])
})

test('nobody can reset their own account', async () => {
  const boss = await givenStaff(deps)
  await givenStaff(deps)
  expect(await codeOf(resetStaff(deps, boss.actor, { id: boss.id }))).toBe('OWN_ACCOUNT')
})

test('unknown accounts are not found', async () => {
  const { actor } = await givenStaff(deps)
  const ref = { id: nobody }
  expect(await codeOf(setStaffRole(deps, actor, { ...ref, role: 'owner' }))).toBe('NOT_FOUND')
  for (const act of [disableStaff, enableStaff, resetStaff]) {
    expect(await codeOf(act(deps, actor, ref))).toBe('NOT_FOUND')
  }
})

test('the last owner who can sign in stays an owner', async () => {
  const boss = await givenStaff(deps)
  const { id } = boss
  const admin = { name: 'member:somebody', address: null }
  const disabled = await givenStaff(deps)
  await disableStaff(deps, boss.actor, { id: disabled.id })
  const expired = await givenStaff(deps)
  await setRows(db, 'staff', { staffId: expired.id }, { passwordExpiresAt: sql<Date>`now()` })
  for (const actor of [boss.actor, admin]) {
    expect(await codeOf(setStaffRole(deps, actor, { id, role: 'finance' }))).toBe('LAST_OWNER')
    expect(await codeOf(disableStaff(deps, actor, { id }))).toBe('LAST_OWNER')
    expect(await codeOf(setStaffRole(deps, actor, { id, role: 'owner' }))).toBe('passed')
  }
  await givenStaff(deps)
  expect(await codeOf(setStaffRole(deps, boss.actor, { id, role: 'finance' }))).toBe('passed')
})

test.each([
  ['take the role from', setStaffRole],
  ['disable', disableStaff],
] as const)('if two owners %s each other at the same time, one stays', async (_name, act) => {
  const [ann, ben] = [await givenStaff(deps), await givenStaff(deps)]
  const results = await startBehind(db, lockRows('staff', { role: 'owner' }), () => [
    act(deps, ann.actor, { id: ben.id, role: 'analyst' }),
    act(deps, ben.actor, { id: ann.id, role: 'analyst' }),
  ])
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(results).toContainEqual({
    status: 'rejected',
    reason: expect.objectContaining({ code: 'LAST_OWNER' }),
  })
  const owners = await readRows(db, 'staff', ['staffId'], { role: 'owner', disabledAt: null })
  expect(owners).toHaveLength(1)
})
