import { createTestDb } from '@chuma/db/testing'
import { afterAll, describe, expect, test } from 'vitest'
import { decideApproval } from '../../admin/approvals/decide-approval.ts'
import { createLimitedDeps, givenSettled, pendingOf } from '../../admin/approvals/testing.ts'
import { listAudit, showCode } from '../../admin/testing.ts'
import { callAs, visitor } from '../../auth/testing.ts'
import { finance } from '../../payouts/testing.ts'
import { codeOf, createTestDeps, readRow } from '../../testing.ts'
import {
  confirmClientFactor,
  removeClientFactor,
  renewClientCodes,
  resetClientUser,
  startClientFactor,
} from '../factor.ts'
import { createClientLink } from '../people/client-links.ts'
import { removeClientUser } from '../people/client-users.ts'
import { requireClient } from '../sessions/client-sessions.ts'
import { logInClient, openClientLink, setClientPassword } from '../sessions/log-in-client.ts'
import { givenClient, givenClientSession } from '../testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createTestDeps(db)
const password = 'three quiet herons'

async function givenPassword() {
  const given = await givenClient(deps)
  await setClientPassword(deps, given.client, { newPassword: password })
  return { ...given, client: requireClient(await callAs(deps, given.token)) }
}

/** The code that turned it on is forgotten, so that tests can use it. */
async function givenFactor() {
  const given = await givenPassword()
  const { secret, otpauthUri } = await startClientFactor(deps, given.client, { password })
  const { recoveryCodes } = await confirmClientFactor(deps, given.client, { code: showCode(secret) })
  await db.updateTable('clientSecondFactor').set({ lastStep: 0 }).where('userId', '=', given.userId).execute()
  const client = requireClient(await callAs(deps, given.token))
  const codes = recoveryCodes.map((code) => code.replaceAll('-', ''))
  return { ...given, client, secret, otpauthUri, recoveryCodes: codes }
}

async function givenLink(userId: string, surveyId?: string) {
  const { url } = await createClientLink(deps, finance, { userId, surveyId, days: 7, mostUses: 1 })
  return url.slice(url.indexOf('#') + 1)
}

test('turning it on takes the password and a code, ends other sessions and seals the secret', async () => {
  const { client, userId, email } = await givenPassword()
  const other = await givenClientSession(deps, userId)
  expect(await codeOf(startClientFactor(deps, client, { password: 'a guess' }))).toBe('WRONG_PASSWORD')
  expect(await codeOf(confirmClientFactor(deps, client, { code: '000000' }))).toBe('NOT_FOUND')
  const { secret, otpauthUri } = await startClientFactor(deps, client, { password })
  expect(decodeURIComponent(otpauthUri)).toContain(email)
  expect(await codeOf(confirmClientFactor(deps, client, { code: '000000' }))).toBe('INVALID_INPUT')
  expect((await callAs(deps, other.token)).client).toBeDefined()
  const { recoveryCodes } = await confirmClientFactor(deps, client, { code: showCode(secret) })
  expect(recoveryCodes).toHaveLength(10)
  expect((await callAs(deps, other.token)).client).toBeUndefined()
  const stored = await readRow(db, 'clientSecondFactor', ['secret'], { userId })
  expect(stored.secret).toMatch(/^sealed:/)
  expect(await codeOf(startClientFactor(deps, client, { password }))).toBe('SECOND_FACTOR_ON')
  const entries = await listAudit(db, `client-user:${userId}`)
  expect(entries.map(({ action }) => action)).toContain('client.factor-on')
})

test('someone without a password sets one first, and a link to one survey sets up nothing', async () => {
  const { client, userId, surveyId } = await givenClient(deps)
  expect(await codeOf(startClientFactor(deps, client, { password: '' }))).toBe('WRONG_PASSWORD')
  const narrow = await givenClientSession(deps, userId, surveyId)
  expect(await codeOf(startClientFactor(deps, narrow.client, { password: '' }))).toBe('FORBIDDEN')
  expect(await codeOf(confirmClientFactor(deps, narrow.client, { code: '000000' }))).toBe('FORBIDDEN')
})

describe('with a second factor', () => {
  test('the password alone opens nothing, and a code opens once', async () => {
    const { email, secret } = await givenFactor()
    const logIn = (code?: string) => logInClient(deps, visitor, { email, password, code })
    expect(await codeOf(logIn())).toBe('SECOND_FACTOR_REQUIRED')
    expect(await codeOf(logIn('000000'))).toBe('SECOND_FACTOR_INVALID')
    expect(
      await codeOf(logInClient(deps, visitor, { email, password: 'a guess', code: showCode(secret) })),
    ).toBe('INVALID_CREDENTIALS')
    const code = showCode(secret)
    const twice = await Promise.all([codeOf(logIn(code)), codeOf(logIn(code))])
    expect(twice.sort()).toEqual(['SECOND_FACTOR_INVALID', 'passed'])
  })

  test('a recovery code opens once', async () => {
    const { email, recoveryCodes } = await givenFactor()
    const [code = ''] = recoveryCodes
    const logIn = () => logInClient(deps, visitor, { email, password, code })
    expect((await logIn()).me.isSecondFactorOn).toBe(true)
    expect(await codeOf(logIn())).toBe('SECOND_FACTOR_INVALID')
  })

  test('guesses at the code wait longer and longer', async () => {
    const { email } = await givenFactor()
    const guess = () => codeOf(logInClient(deps, visitor, { email, password, code: '000000' }))
    for (let tries = 0; tries < 5; tries += 1) expect(await guess()).toBe('SECOND_FACTOR_INVALID')
    expect(await guess()).toBe('THROTTLED')
  })

  test.each(['whole', 'one survey'])('staff who make a link (%s) are not the client', async (what) => {
    const { userId, surveyId, secret } = await givenFactor()
    const token = await givenLink(userId, what === 'whole' ? undefined : surveyId)
    const open = (code?: string) => openClientLink(deps, visitor, { token, code })
    expect(await codeOf(open())).toBe('SECOND_FACTOR_REQUIRED')
    expect(await codeOf(open('000000'))).toBe('SECOND_FACTOR_INVALID')
    // Neither has used the link up.
    expect((await open(showCode(secret))).me.id).toBe(userId)
  })

  test('links do not multiply the guesses', async () => {
    const { userId } = await givenFactor()
    const guess = async () =>
      codeOf(openClientLink(deps, visitor, { token: await givenLink(userId), code: '000000' }))
    for (let tries = 0; tries < 5; tries += 1) expect(await guess()).toBe('SECOND_FACTOR_INVALID')
    expect(await guess()).toBe('THROTTLED')
  })

  test('changing it takes the password and a code: a stolen session changes nothing', async () => {
    const { client, recoveryCodes, email } = await givenFactor()
    const [code = '', other = ''] = recoveryCodes
    for (const change of [removeClientFactor, renewClientCodes]) {
      expect(await codeOf(change(deps, client, { password: 'a guess', code }))).toBe('WRONG_PASSWORD')
      expect(await codeOf(change(deps, client, { password, code: '000000' }))).toBe('INVALID_INPUT')
    }
    const renewed = await renewClientCodes(deps, client, { password, code })
    expect(await codeOf(removeClientFactor(deps, client, { password, code: other }))).toBe('INVALID_INPUT')
    const fresh = renewed.recoveryCodes[0]?.replaceAll('-', '') ?? ''
    await removeClientFactor(deps, client, { password, code: fresh })
    expect(await codeOf(logInClient(deps, visitor, { email, password }))).toBe('passed')
  })

  test('a session that ended meanwhile changes nothing', async () => {
    const { client, recoveryCodes, userId } = await givenFactor()
    const [code = ''] = recoveryCodes
    await db
      .updateTable('clientSession')
      .set({ revokedAt: new Date() })
      .where('userId', '=', userId)
      .execute()
    expect(await codeOf(removeClientFactor(deps, client, { password, code }))).toBe('NOT_SIGNED_IN')
  })
})

test('a reset needs a second person where company changes do, and ends every way in', async () => {
  const { userId, email, token } = await givenFactor()
  const open = await givenLink(userId)
  const strict = createLimitedDeps(db, { companyChangesNeedTwo: true })
  const [amina, brian] = [await givenSettled(deps), await givenSettled(deps)]
  const { approvalId } = await pendingOf(resetClientUser(strict, amina.actor, { id: userId }))
  expect((await callAs(deps, token)).client).toBeDefined()
  await decideApproval(strict, brian.actor, { approvalId, decision: 'approve', note: '' })
  expect((await callAs(deps, token)).client).toBeUndefined()
  expect(await codeOf(openClientLink(deps, visitor, { token: open }))).toBe('LINK_INVALID')
  expect(await codeOf(logInClient(deps, visitor, { email, password }))).toBe('INVALID_CREDENTIALS')
  const fresh = await openClientLink(deps, visitor, { token: await givenLink(userId) })
  expect(fresh.me).toMatchObject({ hasPassword: false, isSecondFactorOn: false })
})

test('someone who is removed leaves no secret and no codes', async () => {
  const { userId } = await givenFactor()
  await removeClientUser(deps, finance, { id: userId })
  const factors = await db.selectFrom('clientSecondFactor').where('userId', '=', userId).execute()
  const codes = await db.selectFrom('clientRecoveryCode').where('userId', '=', userId).execute()
  expect([factors, codes]).toEqual([[], []])
})
