import { problem } from '@chuma/contract/problems'
import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { requireNewStaffAccount, requireStaff, requireStaffAccount } from '../../auth/staff.ts'
import { givenSession, visitor } from '../../auth/testing.ts'
import { createTestDeps, givenMember, giveRole } from '../../testing.ts'
import { givenSecondFactor, givenStaff, identifyStaff, listAudit } from '../testing.ts'
import { issueStaff, SYSTEM } from './manage-staff.ts'
import { changeStaffPassword, getStaffMember, logInStaff } from './own-staff-account.ts'
import { endStaffSession, listStaffSessions } from './staff-sessions.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createTestDeps(db)
const strict = createTestDeps(db, {
  accounts: { isVerificationRequired: true, isSecondFactorRequired: true },
})

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'passed',
    (error) => error.code,
  )
const change = (currentPassword: string, newPassword: string) => ({
  currentPassword,
  newPassword,
  confirmPassword: newPassword,
})

test('a new password ends every session, and the caller gets a new one', async () => {
  const { caller, token, username, password } = await givenStaff(deps, { role: 'content' })
  const there = await logInStaff(deps, visitor, { username, password })
  const session = await changeStaffPassword(deps, caller, change(password, 'a-longer-staff-password'))
  expect(session.admin).toMatchObject({ username, role: 'content' })
  expect((await identifyStaff(deps, session.token)).staff).toMatchObject({ username })
  for (const old of [token, there.token]) expect((await identifyStaff(deps, old)).staff).toBeNull()
  expect(await codeOf(logInStaff(deps, visitor, { username, password }))).toBe('INVALID_STAFF_CREDENTIALS')
  const again = logInStaff(deps, visitor, { username, password: 'a-longer-staff-password' })
  expect(await codeOf(again)).toBe('passed')
  expect((await listAudit(db, `staff:${username}`)).map(({ action }) => action)).toContain('password.changed')
})

test('the current password is needed, and guesses at it are counted', async () => {
  const { caller, password } = await givenStaff(deps)
  for (let n = 0; n < 5; n++) {
    const guess = changeStaffPassword(deps, caller, change('guess', 'a-longer-staff-password'))
    expect(await codeOf(guess)).toBe('WRONG_PASSWORD')
  }
  const right = changeStaffPassword(deps, caller, change(password, 'a-longer-staff-password'))
  expect(await codeOf(right)).toBe('THROTTLED')
})

test('a password needs fifteen characters, or eight with a second factor', async () => {
  const alone = await givenStaff(deps)
  const refused = changeStaffPassword(deps, alone.caller, change(alone.password, 'fourteen-chars'))
  await expect(refused).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    fields: { newPassword: [problem('TOO_SHORT', { min: 15 })] },
  })
  const taken = changeStaffPassword(deps, alone.caller, change(alone.password, 'fifteen-letters'))
  expect(await codeOf(taken)).toBe('passed')

  const secured = await givenSecondFactor(deps)
  const short = changeStaffPassword(deps, secured.caller, change(secured.password, 'seven-c'))
  await expect(short).rejects.toMatchObject({ fields: { newPassword: [problem('TOO_SHORT', { min: 8 })] } })
  const eight = changeStaffPassword(deps, secured.caller, change(secured.password, 'eight-ch'))
  expect(await codeOf(eight)).toBe('passed')
})

test('a common password is refused, however long', async () => {
  const { caller, username, password } = await givenStaff(deps, { username: 'wanjiku' })
  const refused = changeStaffPassword(deps, caller, change(password, '123456789987654321'))
  await expect(refused).rejects.toMatchObject({ fields: { newPassword: [problem('PASSWORD_COMMON')] } })
  const named = changeStaffPassword(deps, caller, change(password, `${username}.1234567890`))
  expect(await codeOf(named)).toBe('passed')
})

test('of two concurrent changes one password counts, and its session stays', async () => {
  const { caller, username, password } = await givenStaff(deps)
  const wishes = ['the-first-password', 'the-second-password']
  const results = await Promise.allSettled(
    wishes.map((wish) => changeStaffPassword(deps, caller, change(password, wish))),
  )
  const won = results.findIndex(({ status }) => status === 'fulfilled')
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await codeOf(logInStaff(deps, visitor, { username, password: wishes[won] ?? '' }))).toBe('passed')
})

test('a generated password works for a week, and its replacement does not expire', async () => {
  const issued = await issueStaff(deps, SYSTEM, { username: 'newcomer', role: 'finance' })
  const { username, id } = issued.admin
  const days = (issued.passwordExpiresAt.getTime() - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(6.9)
  expect(days).toBeLessThan(7.1)
  const { token } = await logInStaff(deps, visitor, { username, password: issued.password })
  expect((await getStaffMember(deps, await identifyStaff(deps, token))).passwordExpiresAt).toEqual(
    issued.passwordExpiresAt,
  )

  const expire = () =>
    db
      .updateTable('staff')
      .set({ passwordExpiresAt: sql<Date>`now() - interval '1 second'` })
      .where('staffId', '=', id)
      .execute()
  await expire()
  const late = logInStaff(deps, visitor, { username, password: issued.password })
  expect(await codeOf(late)).toBe('INVALID_STAFF_CREDENTIALS')

  const own = 'a-password-of-their-own'
  const caller = await identifyStaff(deps, token)
  const same = changeStaffPassword(deps, caller, change(issued.password, issued.password))
  await expect(same).rejects.toMatchObject({ fields: { newPassword: [problem('PASSWORD_UNCHANGED')] } })
  await changeStaffPassword(deps, caller, change(issued.password, own))
  const session = await logInStaff(deps, visitor, { username, password: own })
  expect((await getStaffMember(deps, await identifyStaff(deps, session.token))).passwordExpiresAt).toBeNull()
})

test('staff see their own sessions and can end a single one', async () => {
  const { actor, caller, username, password, token } = await givenStaff(deps)
  const phone = { ...visitor, userAgent: null, address: '198.51.100.2' }
  const there = await logInStaff(deps, phone, { username, password })
  const sessions = await listStaffSessions(deps, actor)
  expect(sessions).toMatchObject([
    { isCurrent: false, address: '198.51.100.2', device: 'Unknown device' },
    { isCurrent: true, address: visitor.address },
  ])
  expect(JSON.stringify(sessions)).not.toContain(actor.tokenHash.toString('hex'))

  await endStaffSession(deps, actor, { id: sessions[0]?.id ?? '' })
  expect((await identifyStaff(deps, there.token)).staff).toBeNull()
  expect((await identifyStaff(deps, token)).staff).not.toBeNull()
  expect(await listStaffSessions(deps, requireStaffAccount(caller))).toHaveLength(1)
  expect(await codeOf(endStaffSession(deps, actor, { id: sessions[0]?.id ?? '' }))).toBe('NOT_FOUND')
})

test('nobody can end a session of another account', async () => {
  const mine = await givenStaff(deps)
  const [theirs] = await listStaffSessions(deps, (await givenStaff(deps)).actor)
  expect(await codeOf(endStaffSession(deps, mine.actor, { id: theirs?.id ?? '' }))).toBe('NOT_FOUND')
})

test('a session’s last use is recorded at most every minute', async () => {
  const { id, token } = await givenStaff(deps)
  const setSeen = (ago: string) =>
    db
      .updateTable('staffSession')
      .set({ lastSeenAt: sql<Date>`now() - ${ago}::interval` })
      .where('staffId', '=', id)
      .execute()
  const isSeenNow = async () => {
    const row = await db
      .selectFrom('staffSession')
      .select(sql<boolean>`last_seen_at > now() - interval '10 seconds'`.as('now'))
      .where('staffId', '=', id)
      .executeTakeFirst()
    return row?.now
  }
  await setSeen('50 seconds')
  await identifyStaff(deps, token)
  expect(await isSeenNow()).toBe(false)
  await setSeen('70 seconds')
  await identifyStaff(deps, token)
  expect(await isSeenNow()).toBe(true)
})

test('if a second factor is required, an account without one can only set it up', async () => {
  const { token } = await givenStaff(deps)
  const caller = await identifyStaff(strict, token)
  expect(await getStaffMember(deps, caller)).toMatchObject({
    isSecondFactorOn: false,
    isSecondFactorMissing: true,
  })
  expect(requireNewStaffAccount(caller)).toMatchObject({ isSecondFactorMissing: true })
  expect(() => requireStaff(caller, 'stats:read')).toThrow('SECOND_FACTOR_MISSING')
  expect(() => requireStaffAccount(caller)).toThrow('SECOND_FACTOR_MISSING')

  const secured = await givenSecondFactor(strict)
  expect(await getStaffMember(deps, secured.caller)).toMatchObject({
    isSecondFactorOn: true,
    isSecondFactorMissing: false,
  })
  expect(requireStaff(secured.caller, 'stats:read')).toMatchObject({ name: `staff:${secured.username}` })
})

test('if a second factor is required, admin members without one may only set it up', async () => {
  const { memberId } = await givenMember(db)
  await giveRole(db, memberId)
  const { token } = await givenSession(db, memberId)
  expect(requireStaff(await identifyStaff(deps, token), 'stats:read').name).toBe(`member:${memberId}`)
  const caller = await identifyStaff(strict, token)
  expect(caller.member).toMatchObject({ memberId, adminRole: 'owner' })
  expect(() => requireStaff(caller, 'stats:read')).toThrow('SECOND_FACTOR_MISSING')
  expect(await getStaffMember(deps, caller)).toMatchObject({ isSecondFactorMissing: true })
})

test('guesses are counted by name, whether or not the account exists', async () => {
  const { username, password } = await givenStaff(deps)
  for (const name of [username, 'nobody-of-that-name']) {
    for (let n = 0; n < 5; n++) {
      const guess = logInStaff(deps, visitor, { username: name.toUpperCase(), password: 'guess' })
      expect(await codeOf(guess)).toBe('INVALID_STAFF_CREDENTIALS')
    }
    expect(await codeOf(logInStaff(deps, visitor, { username: name, password }))).toBe('THROTTLED')
  }
  const buckets = await db.selectFrom('throttle').select('bucket').execute()
  expect(JSON.stringify(buckets)).not.toContain(username)
})

test('of many concurrent guesses five are checked', async () => {
  const { username } = await givenStaff(deps)
  const codes = await Promise.all(
    Array.from({ length: 40 }, () => codeOf(logInStaff(deps, visitor, { username, password: 'guess' }))),
  )
  expect(codes.filter((code) => code === 'INVALID_STAFF_CREDENTIALS')).toHaveLength(5)
  expect(codes.filter((code) => code === 'THROTTLED')).toHaveLength(35)
})

test('signing in resets the count', async () => {
  const { username, password } = await givenStaff(deps)
  for (let round = 0; round < 3; round++) {
    for (let n = 0; n < 4; n++) await codeOf(logInStaff(deps, visitor, { username, password: 'guess' }))
    expect(await codeOf(logInStaff(deps, visitor, { username, password }))).toBe('passed')
  }
})
