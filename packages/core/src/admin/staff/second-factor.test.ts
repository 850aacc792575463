import { problem } from '@chuma/contract/problems'
import { createTestDb } from '@chuma/db/testing'
import { afterAll, expect, test } from 'vitest'
import { hashRecoveryCode, spendSecondFactor } from '../../auth/factor.ts'
import { staffOwner } from '../../auth/step-up/proof.ts'
import { givenSession, visitor } from '../../auth/testing.ts'
import { createTestDeps, givenMember } from '../../testing.ts'
import { givenSecondFactor, givenStaff, identifyStaff, listAudit, showCode, startBehind } from '../testing.ts'
import {
  confirmSecondFactor,
  logInStaff,
  removeSecondFactor,
  renewRecoveryCodes,
  startSecondFactor,
} from './own-staff-account.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createTestDeps(db)

const logIn = (username: string, password: string, code?: string) =>
  logInStaff(deps, visitor, { username, password, ...(code ? { code } : {}) })
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'passed',
    (error) => error.code,
  )
const wrong = '000000'

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

test('of twenty concurrent uses of a code one succeeds', async () => {
  const { id, secret } = await givenSecondFactor(deps)
  const code = showCode(secret)
  const results = await startBehind(
    db,
    (trx) =>
      trx.selectFrom('staffSecondFactor').select('staffId').where('staffId', '=', id).forUpdate().execute(),
    () =>
      Array.from({ length: 20 }, () =>
        db.transaction().execute((trx) => spendSecondFactor(deps, trx, { owner: staffOwner(id), code })),
      ),
  )
  expect(results.filter((result) => result.status === 'fulfilled' && result.value !== null)).toHaveLength(1)
  expect(results.filter((result) => result.status === 'rejected')).toEqual([])
})

test('of several concurrent log-ins with the same code one opens a session', async () => {
  const { id, username, password, secret } = await givenSecondFactor(deps)
  const code = showCode(secret)
  const results = await startBehind(
    db,
    (trx) => trx.selectFrom('staff').select('staffId').where('staffId', '=', id).forUpdate().execute(),
    () => Array.from({ length: 5 }, () => codeOf(logIn(username, password, code))),
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

test('of twenty concurrent uses of a recovery code one succeeds', async () => {
  const { id, recoveryCodes } = await givenSecondFactor(deps)
  const [code = ''] = recoveryCodes
  const results = await startBehind(
    db,
    (trx) =>
      trx
        .selectFrom('staffRecoveryCode')
        .select('staffId')
        .where('staffId', '=', id)
        .where('codeHash', '=', hashRecoveryCode(code))
        .forUpdate()
        .execute(),
    () =>
      Array.from({ length: 20 }, () =>
        db.transaction().execute((trx) => spendSecondFactor(deps, trx, { owner: staffOwner(id), code })),
      ),
  )
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
