import { problem } from '@chuma/contract/problems'
import { insertPerson } from '@chuma/db/queries/auth/people'
import { countWaitingOnLock, createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { hashToken } from '../../auth/sessions.ts'
import { visitor } from '../../auth/testing.ts'
import { createTestDeps, givenMember } from '../../testing.ts'
import { issueStaff, SYSTEM } from '../staff/manage-staff.ts'
import { setMemberRole } from '../staff/set-member-role.ts'
import { identifyStaff, listAudit, startBehind } from '../testing.ts'
import { issueSetUpLink } from './issue-set-up-link.ts'
import { createFirstOwner, openSetUpLink } from './set-up.ts'
import { becomeNew, givenLink, OWNER_PASSWORD, ownerInput } from './testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
beforeEach(() => becomeNew(db))
const deps = createTestDeps(db)

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'passed',
    (error) => error.code,
  )
const use = (token: string, username?: string) => createFirstOwner(deps, visitor, ownerInput(token, username))
const look = (token: string) => codeOf(openSetUpLink(deps, visitor, { token }))
const listUsernames = async () =>
  (await db.selectFrom('staff').select('username').execute()).map(({ username }) => username)

test('a link creates the first owner, who is signed in, and the log says so', async () => {
  const token = await givenLink(deps)
  expect(token).toMatch(/^s_[\w-]{43}$/)
  expect(await look(token)).toBe('passed')
  const session = await use(token, 'Wanjiru')
  expect(session.admin).toMatchObject({ username: 'wanjiru', role: 'owner' })
  expect((await identifyStaff(deps, session.token)).staff).toMatchObject({
    role: 'owner',
    isSecondFactorOn: false,
    passwordExpiresAt: null,
  })
  expect((await listAudit(db, 'staff:wanjiru')).at(-1)).toMatchObject({
    actor: 'staff:wanjiru',
    action: 'set-up.owner-created',
    after: { role: 'owner' },
  })
})

test('only the hash of a link is stored', async () => {
  const token = await givenLink(deps)
  expect(await db.selectFrom('setUpLink').select('tokenHash').execute()).toEqual([
    { tokenHash: hashToken(token) },
  ])
})

test('a used link is refused, and so is every other link of the installation', async () => {
  const [first, second] = [await givenLink(deps), await givenLink(deps)]
  await use(first)
  for (const token of [first, second, 's_guessed']) {
    expect(await look(token)).toBe('SET_UP_CLOSED')
    expect(await codeOf(use(token, 'mallory'))).toBe('SET_UP_CLOSED')
  }
  expect(await listUsernames()).toEqual(['wanjiru'])
  expect(await issueSetUpLink(deps, { revokesOthers: false })).toBeNull()
})

test('of twenty browsers with links of the same moment one makes an owner', async () => {
  const tokens = [await givenLink(deps), await givenLink(deps)]
  const results = await startBehind(
    db,
    (trx) => trx.selectFrom('setUp').select('isOnly').forUpdate().execute(),
    () => Array.from({ length: 20 }, (_, at) => use(tokens[at % 2] ?? '', `owner-${at}`)),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const refusals = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []))
  expect(refusals).toEqual(Array(19).fill('SET_UP_CLOSED'))
  expect(await listUsernames()).toHaveLength(1)
})

test('a link that is used while the command creates an account is refused', async () => {
  const token = await givenLink(deps)
  const { outcome } = await db.transaction().execute(async (trx) => {
    // What the command does first, and has not committed.
    await trx.selectFrom('setUp').select('isOnly').forUpdate().execute()
    const outcome = codeOf(use(token))
    while ((await countWaitingOnLock(db)) < 1) await new Promise(setImmediate)
    await trx
      .insertInto('staff')
      .values({
        username: 'jane',
        passwordHash: '-',
        role: 'owner',
        disabledAt: null,
        passwordExpiresAt: null,
        personId: await insertPerson(trx),
      })
      .execute()
    return { outcome }
  })
  expect(await outcome).toBe('SET_UP_CLOSED')
  expect(await listUsernames()).toEqual(['jane'])
})

test('an account from the command line ends the set-up and opens sign-up', async () => {
  const token = await givenLink(deps)
  expect(await deps.product()).toMatchObject({ isSignUpOpen: false })
  await issueStaff(deps, SYSTEM, { username: 'jane', role: 'owner' })
  expect(await look(token)).toBe('SET_UP_CLOSED')
  expect(await codeOf(use(token))).toBe('SET_UP_CLOSED')
  expect(await db.selectFrom('setUpLink').select('tokenHash').execute()).toEqual([])
  expect(await deps.product()).toMatchObject({ isSignUpOpen: true })
})

test('a member who becomes an owner ends the set-up too', async () => {
  const token = await givenLink(deps)
  const { memberId } = await givenMember(db)
  await setMemberRole(deps, SYSTEM, { memberId, role: 'analyst', personId: null })
  expect(await look(token)).toBe('passed')
  await setMemberRole(deps, SYSTEM, { memberId, role: 'owner', personId: null })
  expect(await codeOf(use(token))).toBe('SET_UP_CLOSED')
  expect(await issueSetUpLink(deps, { revokesOthers: false })).toBeNull()
})

test('a link expires after two hours, and a new one can be issued', async () => {
  const token = await givenLink(deps)
  await sql`update set_up_link set expires_at = expires_at - interval '119 minutes'`.execute(db)
  expect(await look(token)).toBe('passed')
  await sql`update set_up_link set expires_at = expires_at - interval '2 minutes'`.execute(db)
  expect(await look(token)).toBe('SET_UP_LINK_INVALID')
  expect(await codeOf(use(token))).toBe('SET_UP_LINK_INVALID')
  expect(await look(await givenLink(deps))).toBe('passed')
})

test('each process that starts issues its own link, and the command revokes them all', async () => {
  const [one, other] = [await givenLink(deps), await givenLink(deps)]
  expect([await look(one), await look(other)]).toEqual(['passed', 'passed'])
  const newest = await givenLink(deps, true)
  expect([await look(one), await look(other), await look(newest)]).toEqual([
    'SET_UP_LINK_INVALID',
    'SET_UP_LINK_INVALID',
    'passed',
  ])
})

test('an installation with staff issues no link', async () => {
  await issueStaff(deps, SYSTEM, { username: 'jane', role: 'analyst' })
  expect(await issueSetUpLink(deps, { revokesOthers: true })).toBeNull()
})

test.each([
  ['username', 'jо yce', OWNER_PASSWORD, 'NOT_A_USERNAME'],
  ['password', 'wanjiru', 'fourteen chars', 'TOO_SHORT'],
  ['password', 'wanjiru', '123456789987654321', 'PASSWORD_COMMON'],
])('a first owner’s %s is checked: %s, %s', async (field, username, password, code) => {
  const token = await givenLink(deps)
  const params = code === 'TOO_SHORT' ? [{ min: 15 }] : []
  const input = { token, username, password, confirmPassword: password }
  await expect(createFirstOwner(deps, visitor, input)).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    fields: { [field]: [problem(code as 'TOO_SHORT', ...(params as [{ min: number }]))] },
  })
  // A mistake does not use up the link.
  expect(await look(token)).toBe('passed')
})

test('guesses are counted by network', async () => {
  const guesser = { ...visitor, address: '198.51.100.9' }
  const guess = () => codeOf(openSetUpLink(deps, guesser, { token: 's_guess' }))
  for (let n = 0; n < 100; n++) expect(await guess()).toBe('SET_UP_LINK_INVALID')
  expect(await guess()).toBe('THROTTLED')
  const right = { ...ownerInput(await givenLink(deps)) }
  expect(await codeOf(createFirstOwner(deps, guesser, right))).toBe('THROTTLED')
})
