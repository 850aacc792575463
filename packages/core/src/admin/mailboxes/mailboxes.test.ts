import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDeps, givenMember } from '../../testing.ts'
import { disableStaff, issueStaff, setStaffRole } from '../staff/manage-staff.ts'
import { givenStaff, listAudit } from '../testing.ts'
import { changeOwnEmail, changeStaffEmail } from './change-staff-email.ts'

async function open() {
  const { db, close } = await createTestDb()
  const deps = createTestDeps(db)
  const boss = await givenStaff(deps, { username: 'boss' })
  return { db, close, deps, boss }
}
let world: Awaited<ReturnType<typeof open>>
beforeEach(async () => {
  world = await open()
})
afterEach(() => world.close())

const setEmail = (staffId: string, email: string | null) =>
  world.db.updateTable('staff').set({ email }).where('staffId', '=', staffId).execute()

/** To whom each mail about this goes. Null: the support address. */
async function listRecipients(action: string): Promise<(string | null)[]> {
  const { rows } = await sql<{ to: string | null }>`
    select data ->> 'to' as to from pgboss.job where name = 'send-company-changed' and data ->> 'action' = ${action}
    order by 1
  `.execute(world.db)
  return rows.map(({ to }) => to)
}

test('every owner with an address, and whose role it was, get a mail of their own, once', async () => {
  const { db, deps, boss } = world
  const second = await givenStaff(deps)
  await setEmail(boss.id, 'boss@example.com')
  await setEmail(second.id, 'second@example.com')
  const finance = await givenStaff(deps, { role: 'finance' })
  await setEmail(finance.id, 'finance@example.com')
  await givenStaff(deps)
  // Two accounts of one mailbox.
  const third = await givenStaff(deps)
  await setEmail(third.id, 'boss@example.com')
  const member = await givenMember(db, { email: 'wanjiru@example.com' })
  await sql`update member set admin_role = 'owner', email_verified_at = now()
    where member_id = ${member.memberId}`.execute(db)
  await sql`insert into person_member (member_id, person_id) values (${member.memberId},
    (select person_id from staff where staff_id = ${second.id}))`.execute(db)
  await setStaffRole(deps, boss.actor, { id: finance.id, role: 'content' })
  expect(await listRecipients('staff.role')).toEqual([
    'boss@example.com',
    'finance@example.com',
    'second@example.com',
    'wanjiru@example.com',
  ])
})

test('the support address is told where no owner has an address', async () => {
  const { deps, boss } = world
  const finance = await givenStaff(deps, { role: 'finance' })
  await setEmail(finance.id, 'finance@example.com')
  await setStaffRole(deps, boss.actor, { id: finance.id, role: 'content' })
  expect(await listRecipients('staff.role')).toEqual(['finance@example.com', null])
})

test('owners who cannot sign in are not told, except of what took it from them', async () => {
  const { deps, boss } = world
  await setEmail(boss.id, 'boss@example.com')
  const gone = await givenStaff(deps)
  await setEmail(gone.id, 'gone@example.com')
  await disableStaff(deps, boss.actor, { id: gone.id })
  expect(await listRecipients('staff.disabled')).toEqual(['boss@example.com', 'gone@example.com'])

  const demoted = await givenStaff(deps)
  await setEmail(demoted.id, 'demoted@example.com')
  await setStaffRole(deps, boss.actor, { id: demoted.id, role: 'analyst' })
  expect(await listRecipients('staff.role')).toEqual(['boss@example.com', 'demoted@example.com'])

  await issueStaff(deps, boss.actor, { username: 'newcomer', role: 'analyst' })
  expect(await listRecipients('create-staff')).toContain('boss@example.com')
  expect(await listRecipients('create-staff')).not.toContain('gone@example.com')
})

test('a new account is created with an address, which hears of it if it is an owner’s', async () => {
  const { deps, boss } = world
  await issueStaff(deps, boss.actor, { username: 'partner', role: 'owner', email: 'partner@example.com' })
  expect(await listRecipients('create-staff')).toContain('partner@example.com')
})

test('a changed address is told of it, as are the owners; the audit log does not spell it out', async () => {
  const { db, deps, boss } = world
  await setEmail(boss.id, 'boss@example.com')
  const analyst = await givenStaff(deps, { role: 'analyst' })
  const first = await changeStaffEmail(deps, boss.actor, { id: analyst.id, email: 'first@example.com' })
  expect(first.email).toBe('first@example.com')
  const staff = { ...analyst.actor, email: 'first@example.com' }
  await changeOwnEmail(deps, staff, { email: 'second@example.com' })
  await changeOwnEmail(deps, staff, { email: null })
  expect(await listRecipients('staff.email')).toEqual([
    'boss@example.com',
    'boss@example.com',
    'boss@example.com',
    'first@example.com',
    'second@example.com',
  ])
  const entries = (await listAudit(db, analyst.actor.name)).filter(({ action }) => action === 'staff.email')
  expect(entries.map(({ actor, before, after }) => ({ actor, before, after }))).toEqual([
    { actor: boss.actor.name, before: { email: null }, after: { email: 'f…@example.com' } },
    { actor: staff.name, before: { email: 'f…@example.com' }, after: { email: 's…@example.com' } },
    { actor: staff.name, before: { email: 's…@example.com' }, after: { email: null } },
  ])
})

test('an owner who removes the only address is told there, and the support address takes over', async () => {
  const { deps, boss } = world
  await setEmail(boss.id, 'boss@example.com')
  await changeOwnEmail(deps, boss.actor, { email: null })
  expect(await listRecipients('staff.email')).toEqual(['boss@example.com', null])
  await changeOwnEmail(deps, boss.actor, { email: null })
  expect(await listRecipients('staff.email')).toHaveLength(2)
})
