import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createStaff, issueStaff, SYSTEM } from '../admin/staff/manage-staff.ts'
import {
  changeStaffPassword,
  getStaffMember,
  logInStaff,
  startSecondFactor,
} from '../admin/staff/own-staff-account.ts'
import { givenStaff, identifyStaff } from '../admin/testing.ts'
import { notice } from '../notice.ts'
import { givenMember, giveRole, openTestDb, readRow, setRows } from '../testing.ts'
import { identifyCaller } from './identify-caller.ts'
import { logOut } from './log-in.ts'
import { createToken } from './sessions.ts'
import { requireStaff, requireStaffAccount } from './staff.ts'
import { givenSession, visitor } from './testing.ts'

const { db, deps } = await openTestDb()

/** A visitor, but one to whom it can be said that the session has ended. */
const withDeadToken = { ...visitor, hasDeadToken: true }

const identify = (token: string | undefined) =>
  identifyCaller(deps, { token, address: '203.0.113.7', userAgent: 'Test/1.0' })

async function givenSignedIn() {
  const member = await givenMember(db, { isSignedIn: false })
  return { ...member, ...(await givenSession(db, member.memberId)) }
}

const setLastSeen = (memberId: string, ago: string) =>
  setRows(db, 'session', { memberId }, { lastSeenAt: sql<Date>`now() - ${ago}::interval` })

async function secondsUnseen(memberId: string) {
  const row = await db
    .selectFrom('session')
    .select(sql<number>`extract(epoch from now() - last_seen_at)::int`.as('seconds'))
    .where('memberId', '=', memberId)
    .executeTakeFirstOrThrow()
  return row.seconds
}

test('a session identifies its member, their permissions and their address', async () => {
  const { token, tokenHash, memberId, email } = await givenSignedIn()
  expect(await identify(token)).toEqual({
    member: { memberId, email, isPremium: false, isEmailVerified: true, adminRole: null, tokenHash },
    staff: null,
    apiKey: null,
    address: '203.0.113.7',
    userAgent: 'Test/1.0',
  })
})

test('premium counts until its last moment, and a role from its first', async () => {
  const { token, memberId } = await givenSignedIn()
  await giveRole(db, memberId, { role: 'finance' })
  const set = (premium: string) =>
    setRows(db, 'member', { memberId }, { premiumUntil: sql<Date>`now() + ${premium}::interval` })
  await set('1 minute')
  expect((await identify(token)).member).toMatchObject({ isPremium: true, adminRole: 'finance' })
  await set('-1 second')
  expect((await identify(token)).member).toMatchObject({ isPremium: false })
})

test.each([
  undefined,
  '',
  'garbage',
  '\0',
  'u_',
  `u_${'A'.repeat(65)}`,
  `a_${'_'.repeat(65)}`,
  '💰'.repeat(40),
])('%j identifies a visitor', async (token) => {
  expect(await identify(token)).toEqual(token === undefined ? visitor : withDeadToken)
})

test('a token of a real member with another secret does not work', async () => {
  const { memberId } = await givenSignedIn()
  expect(await identify(createToken('u', memberId).token)).toEqual(withDeadToken)
})

test('a session ends after thirty days without use, by the database’s clock', async () => {
  const { token, memberId } = await givenSignedIn()
  await setLastSeen(memberId, '29 days 23 hours')
  expect((await identify(token)).member).not.toBeNull()
  await setLastSeen(memberId, '30 days 1 second')
  expect(await identify(token)).toEqual(withDeadToken)
})

test('a session’s last use is recorded at most every five minutes', async () => {
  const { token, memberId } = await givenSignedIn()
  await setLastSeen(memberId, '4 minutes')
  await identify(token)
  expect(await secondsUnseen(memberId)).toBeGreaterThanOrEqual(240)
  await setLastSeen(memberId, '6 minutes')
  await Promise.all([identify(token), identify(token)])
  expect(await secondsUnseen(memberId)).toBeLessThan(240)
})

test('logging out ends this session immediately, and other devices stay signed in', async () => {
  const { token, tokenHash, ...member } = await givenSignedIn()
  const other = await givenSession(db, member.memberId)
  expect(await logOut(deps, { ...member, tokenHash })).toEqual({ message: notice('SIGNED_OUT') })
  expect(await identify(token)).toEqual(withDeadToken)
  expect((await identify(other.token)).member).not.toBeNull()
})

test('a member whose address is not verified is a visitor', async () => {
  const { token, memberId } = await givenSignedIn()
  await db.updateTable('member').set({ emailVerifiedAt: null }).where('memberId', '=', memberId).execute()
  expect(await identify(token)).toEqual(withDeadToken)
})

test('a token with another kind does not work, even if its hash is stored for that kind', async () => {
  const { memberId, token, tokenHash } = await givenSignedIn()
  expect(await identify(token.replace('u_', 'a_'))).toEqual(withDeadToken)
  expect(await identify(token.replace('u_', 'l_'))).toEqual(withDeadToken)

  await db
    .insertInto('staff')
    .values({
      staffId: memberId,
      username: 'mixed',
      passwordHash: '-',
      role: 'owner',
      disabledAt: null,
      personId: await giveRole(db, memberId),
    })
    .execute()
  await db
    .insertInto('staffSession')
    .values({ staffId: memberId, tokenHash, revokedAt: null, address: null, userAgent: null })
    .execute()
  expect((await identify(token)).staff).toBeNull()
  const link = createToken('l', memberId)
  await db
    .insertInto('session')
    .values({ memberId, tokenHash: link.tokenHash, revokedAt: null, address: null, userAgent: null })
    .execute()
  expect(await identify(link.token)).toEqual(withDeadToken)
})

test('a staff session lasts twelve hours, used or not, and ends when its owner is disabled', async () => {
  const { id: staffId } = await createStaff(deps, {
    username: 'brief',
    password: 'demo-chuma',
    role: 'analyst',
  })
  const { token } = await logInStaff(deps, visitor, { username: 'brief', password: 'demo-chuma' })
  const setAge = (ago: string) =>
    setRows(db, 'staffSession', { staffId }, { createdAt: sql<Date>`now() - ${ago}::interval` })
  await setAge('11 hours 59 minutes')
  const { staff, member } = await identify(token)
  expect(staff).toMatchObject({ staffId, username: 'brief', role: 'analyst' })
  expect(member).toBeNull()
  await setAge('12 hours 1 second')
  expect(await identify(token)).toEqual(withDeadToken)

  await setAge('1 minute')
  await db.updateTable('staff').set({ disabledAt: new Date() }).where('staffId', '=', staffId).execute()
  expect(await identify(token)).toEqual(withDeadToken)
})

test.each([
  ['2001:db8::1', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ["'; drop table member", null],
  ['unknown', null],
  [null, null],
])('the address %j is stored as %j', async (address, kept) => {
  expect(await identifyCaller(deps, { token: undefined, address, userAgent: null })).toMatchObject({
    address: kept,
  })
})

test('a session ends after 30 minutes without a call that a person made', async () => {
  const { id, token } = await givenStaff(deps)
  const beIdle = (minutes: number) =>
    sql`update staff_session set last_seen_at = now() - make_interval(mins => ${minutes})
      where staff_id = ${id}`.execute(db)
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
