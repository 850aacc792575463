import { problem } from '@chuma/contract/problems'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { hashRecoveryCode, spendSecondFactor } from '../../auth/factor.ts'
import { requireNewStaffAccount, requireStaff, requireStaffAccount } from '../../auth/staff.ts'
import { staffOwner } from '../../auth/step-up/proof.ts'
import { givenSession, visitor } from '../../auth/testing.ts'
import {
  codeOf,
  createTestDeps,
  givenMember,
  lockRows,
  openTestDb,
  refusals,
  setRows,
} from '../../testing.ts'
import { givenSecondFactor, givenStaff, identifyStaff, listAudit, showCode, startBehind } from '../testing.ts'
import { createStaff, issueStaff, SYSTEM } from './manage-staff.ts'
import {
  changeStaffPassword,
  confirmSecondFactor,
  getStaffMember,
  logInStaff,
  removeSecondFactor,
  renewRecoveryCodes,
  startSecondFactor,
} from './own-staff-account.ts'
import { endStaffSession, listStaffSessions, logOutStaff } from './staff-sessions.ts'

const { db, deps } = await openTestDb()

const strict = createTestDeps(db, {
  accounts: { isVerificationRequired: true, isSecondFactorRequired: true },
})

const change = (currentPassword: string, newPassword: string) => ({
  currentPassword,
  newPassword,
  confirmPassword: newPassword,
})

const password = 'demo-chuma'

test('staff sign in regardless of the name’s case, and it is logged', async () => {
  const admin = await createStaff(deps, { username: 'Grace', password, role: 'finance' })
  expect(admin).toEqual({ id: expect.any(String), username: 'grace', role: 'finance' })
  const session = await logInStaff(deps, visitor, { username: 'GRACE', password })
  expect(session.admin).toEqual(admin)
  expect((await identifyStaff(deps, session.token)).staff).toMatchObject({
    staffId: admin.id,
    role: 'finance',
  })
  expect(await listAudit(db, 'staff:grace')).toMatchObject([
    { actor: 'system', action: 'create-staff', after: { role: 'finance', personId: expect.any(String) } },
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
  expect(await listAudit(db, 'staff:henry')).toHaveLength(1)
})

test('logging out ends only this session, immediately', async () => {
  await createStaff(deps, { username: 'irene', password, role: 'content' })
  const here = await logInStaff(deps, visitor, { username: 'irene', password })
  const there = await logInStaff(deps, visitor, { username: 'irene', password })
  await logOutStaff(deps, requireNewStaffAccount(await identifyStaff(deps, here.token)))
  expect((await identifyStaff(deps, here.token)).staff).toBeNull()
  expect((await identifyStaff(deps, there.token)).staff).toMatchObject({ username: 'irene' })
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
    setRows(db, 'staff', { staffId: id }, { passwordExpiresAt: sql<Date>`now() - interval '1 second'` })
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
    setRows(db, 'staffSession', { staffId: id }, { lastSeenAt: sql<Date>`now() - ${ago}::interval` })
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

test('signing in resets the count', async () => {
  const { username, password } = await givenStaff(deps)
  for (let round = 0; round < 3; round++) {
    for (let n = 0; n < 4; n++) await codeOf(logInStaff(deps, visitor, { username, password: 'guess' }))
    expect(await codeOf(logInStaff(deps, visitor, { username, password }))).toBe('passed')
  }
})

const logIn = (username: string, password: string, code?: string) =>
  logInStaff(deps, visitor, { username, password, ...(code ? { code } : {}) })

const wrong = '000000'
type Secured = Awaited<ReturnType<typeof givenSecondFactor>>

test('a second factor is on from its first code', async () => {
  const { caller, username, password } = await givenStaff(deps)
  const { secret, otpauthUri } = await startSecondFactor(deps, caller, { password })
  expect(otpauthUri).toContain(secret)
  expect(await codeOf(logIn(username, password))).toBe('passed')
  await expect(confirmSecondFactor(deps, caller, { code: wrong })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    fields: { code: [problem('FACTOR_CODE_NOT_SHOWN')] },
  })
  const { recoveryCodes } = await confirmSecondFactor(deps, caller, { code: showCode(secret) })
  expect(new Set(recoveryCodes).size).toBe(10)
  for (const code of recoveryCodes) expect(code).toMatch(/^[A-Z2-7]{4}(-[A-Z2-7]{4}){3}$/)

  expect(await codeOf(logIn(username, password))).toBe('SECOND_FACTOR_REQUIRED')
  expect(await codeOf(logIn(username, password, wrong))).toBe('SECOND_FACTOR_INVALID')
  expect(await codeOf(logIn(username, password, showCode(secret, 1)))).toBe('passed')
})

test('only someone with the password learns that an account has a second factor', async () => {
  const { username, secret } = await givenSecondFactor(deps)
  expect(await codeOf(logIn(username, 'guess'))).toBe('INVALID_STAFF_CREDENTIALS')
  expect(await codeOf(logIn(username, 'guess', showCode(secret)))).toBe('INVALID_STAFF_CREDENTIALS')
})

test('a code works once, and codes older than the last used never', async () => {
  const { id, username, password, secret } = await givenSecondFactor(deps)
  const [now, next] = [showCode(secret), showCode(secret, 1)]
  expect(await codeOf(logIn(username, password, next))).toBe('passed')
  expect(await codeOf(logIn(username, password, next))).toBe('SECOND_FACTOR_INVALID')
  expect(await codeOf(logIn(username, password, now))).toBe('SECOND_FACTOR_INVALID')
  const sessions = await db.selectFrom('staffSession').select('sessionId').where('staffId', '=', id).execute()
  expect(sessions).toHaveLength(2)
})

test('the code that turned it on cannot be used to sign in', async () => {
  const { caller, username, password } = await givenStaff(deps)
  const { secret } = await startSecondFactor(deps, caller, { password })
  const code = showCode(secret)
  await confirmSecondFactor(deps, caller, { code })
  expect(await codeOf(logIn(username, password, code))).toBe('SECOND_FACTOR_INVALID')
})

test('of several concurrent log-ins with the same code one opens a session', async () => {
  const { id, username, password, secret } = await givenSecondFactor(deps)
  const code = showCode(secret)
  const results = await startBehind(db, lockRows('staff', { staffId: id }), () =>
    Array.from({ length: 5 }, () => codeOf(logIn(username, password, code))),
  )
  const codes = results.map((result) => (result.status === 'fulfilled' ? result.value : 'threw'))
  expect(codes.sort()).toEqual([...Array(4).fill('SECOND_FACTOR_INVALID'), 'passed'])
})

test('a recovery code signs in once, and the log says how many are left', async () => {
  const { username, password, recoveryCodes } = await givenSecondFactor(deps)
  const [first = '', second = ''] = recoveryCodes
  expect(await codeOf(logIn(username, password, first))).toBe('passed')
  expect(await codeOf(logIn(username, password, first))).toBe('SECOND_FACTOR_INVALID')
  expect(await codeOf(logIn(username, password, second))).toBe('passed')
  const entries = (await listAudit(db, `staff:${username}`)).filter(({ action }) => action === 'log-in')
  expect(entries.map(({ after }) => after)).toEqual([
    null,
    { secondFactor: 'recovery-code', recoveryCodesLeft: 9 },
    { secondFactor: 'recovery-code', recoveryCodesLeft: 8 },
  ])
})

test.each([
  ['a code', 'staffSecondFactor', ({ secret }: Secured) => showCode(secret)],
  ['a recovery code', 'staffRecoveryCode', ({ recoveryCodes }: Secured) => recoveryCodes[0] ?? ''],
] as const)('of twenty concurrent uses of %s one succeeds', async (_, table, codeFor) => {
  const staff = await givenSecondFactor(deps)
  const [owner, code] = [staffOwner(staff.id), codeFor(staff)]
  const results = await startBehind(db, lockRows(table, { staffId: staff.id }), () =>
    Array.from({ length: 20 }, () =>
      db.transaction().execute((trx) => spendSecondFactor(deps, trx, { owner, code })),
    ),
  )
  expect(refusals(results)).toEqual([])
  expect(results.filter((result) => result.status === 'fulfilled' && result.value !== null)).toHaveLength(1)
})

test('recovery codes are stored as hashes and work only for their account', async () => {
  const { id, recoveryCodes } = await givenSecondFactor(deps)
  const other = await givenSecondFactor(deps)
  const rows = await db.selectFrom('staffRecoveryCode').select('codeHash').where('staffId', '=', id).execute()
  expect(rows.map(({ codeHash }) => codeHash.toString('hex')).sort()).toEqual(
    recoveryCodes.map((code) => hashRecoveryCode(code).toString('hex')).sort(),
  )
  expect(await codeOf(logIn(other.username, other.password, recoveryCodes[0]))).toBe('SECOND_FACTOR_INVALID')
})

test('wrong codes count like wrong passwords, and then the right one has to wait too', async () => {
  const { username, password, secret } = await givenSecondFactor(deps)
  for (let n = 0; n < 5; n++) {
    expect(await codeOf(logIn(username, password, wrong))).toBe('SECOND_FACTOR_INVALID')
  }
  expect(await codeOf(logIn(username, password, showCode(secret)))).toBe('THROTTLED')
})

test('a right password without a code does not reset the count', async () => {
  const { username, password } = await givenSecondFactor(deps)
  for (let n = 0; n < 5; n++) {
    expect(await codeOf(logIn(username, password))).toBe('SECOND_FACTOR_REQUIRED')
  }
  expect(await codeOf(logIn(username, password))).toBe('THROTTLED')
})

test('starting again replaces an unconfirmed secret, but never a confirmed one', async () => {
  const { caller, password } = await givenStaff(deps)
  const first = await startSecondFactor(deps, caller, { password })
  const second = await startSecondFactor(deps, caller, { password })
  expect(await codeOf(confirmSecondFactor(deps, caller, { code: showCode(first.secret) }))).toBe(
    'INVALID_INPUT',
  )
  await confirmSecondFactor(deps, caller, { code: showCode(second.secret) })
  expect(await codeOf(startSecondFactor(deps, caller, { password }))).toBe('SECOND_FACTOR_ON')
  expect(await codeOf(confirmSecondFactor(deps, caller, { code: showCode(second.secret, 1) }))).toBe(
    'SECOND_FACTOR_ON',
  )
})

test('a setup that was not started cannot be confirmed', async () => {
  const { caller } = await givenStaff(deps)
  expect(await codeOf(confirmSecondFactor(deps, caller, { code: wrong }))).toBe('NOT_FOUND')
})

test('the setup needs the password, and wrong passwords and codes are counted', async () => {
  const { caller, password } = await givenStaff(deps)
  expect(await codeOf(startSecondFactor(deps, caller, { password: 'guess' }))).toBe('WRONG_PASSWORD')
  await startSecondFactor(deps, caller, { password })
  for (let n = 0; n < 5; n++) {
    expect(await codeOf(confirmSecondFactor(deps, caller, { code: wrong }))).toBe('INVALID_INPUT')
  }
  expect(await codeOf(confirmSecondFactor(deps, caller, { code: wrong }))).toBe('THROTTLED')
})

test('removing it needs both factors, and then the password is enough', async () => {
  const staff = await givenSecondFactor(deps)
  const { caller, username, password, secret, recoveryCodes } = staff
  const code = showCode(secret)
  expect(await codeOf(removeSecondFactor(deps, caller, { password: 'guess', code }))).toBe('WRONG_PASSWORD')
  expect(await codeOf(removeSecondFactor(deps, caller, { password, code: wrong }))).toBe('INVALID_INPUT')
  expect(await codeOf(logIn(username, password))).toBe('SECOND_FACTOR_REQUIRED')

  await removeSecondFactor(deps, caller, { password, code })
  expect(await codeOf(logIn(username, password))).toBe('passed')
  expect((await identifyStaff(deps, staff.token)).staff).toMatchObject({ isSecondFactorOn: false })
  const again = await identifyStaff(deps, staff.token)
  expect(await codeOf(removeSecondFactor(deps, again, { password, code: recoveryCodes[0] ?? '' }))).toBe(
    'NOT_FOUND',
  )
})

test('a right password does not reset the count of wrong codes', async () => {
  const { caller, password, secret } = await givenSecondFactor(deps)
  for (let n = 0; n < 5; n++) {
    expect(await codeOf(removeSecondFactor(deps, caller, { password, code: wrong }))).toBe('INVALID_INPUT')
  }
  expect(await codeOf(removeSecondFactor(deps, caller, { password, code: showCode(secret) }))).toBe(
    'THROTTLED',
  )
})

test('new recovery codes replace the old ones, and the code for it is used up', async () => {
  const { caller, username, password, secret, recoveryCodes } = await givenSecondFactor(deps)
  const code = showCode(secret)
  const renewed = await renewRecoveryCodes(deps, caller, { password, code })
  expect(renewed.recoveryCodes).toHaveLength(10)
  expect(await codeOf(logIn(username, password, code))).toBe('SECOND_FACTOR_INVALID')
  expect(await codeOf(logIn(username, password, recoveryCodes[0]))).toBe('SECOND_FACTOR_INVALID')
  const fresh = renewed.recoveryCodes[0]?.replaceAll('-', '')
  expect(await codeOf(logIn(username, password, fresh))).toBe('passed')
})

test('only people on the staff have a second factor', async () => {
  const { memberId } = await givenMember(db)
  const member = await identifyStaff(deps, (await givenSession(db, memberId)).token)
  const key = { ...visitor, apiKey: { keyId: memberId, name: 'script', permissions: [] } }
  for (const [caller, code] of [
    [member, 'FORBIDDEN'],
    [key, 'FORBIDDEN'],
    [visitor, 'NOT_SIGNED_IN'],
  ] as const) {
    expect(await codeOf(startSecondFactor(deps, caller, { password: 'x' }))).toBe(code)
    expect(await codeOf(confirmSecondFactor(deps, caller, { code: wrong }))).toBe(code)
    expect(await codeOf(removeSecondFactor(deps, caller, { password: 'x', code: wrong }))).toBe(code)
    expect(await codeOf(renewRecoveryCodes(deps, caller, { password: 'x', code: wrong }))).toBe(code)
  }
})
