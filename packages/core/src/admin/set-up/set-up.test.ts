import { defaultAssumptions } from '@chuma/contract/admin/economy/project-economy'
import { noFigures, sampleFigures } from '@chuma/contract/admin/figures'
import { problem } from '@chuma/contract/problems'
import { insertPerson } from '@chuma/db/queries/auth/people'
import { countWaitingOnLock } from '@chuma/db/testing'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { hashToken } from '../../auth/sessions.ts'
import { signUp } from '../../auth/sign-up.ts'
import { visitor } from '../../auth/testing.ts'
import type { Deps } from '../../deps.ts'
import { readEconomy } from '../../economy.ts'
import { codeOf, createTestDeps, givenMember, lockRows, openTestDb, refusals } from '../../testing.ts'
import { chooseEconomyPreset, ensureEconomy } from '../economy.ts'
import { changeFigures, changeProduct } from '../product.ts'
import { issueStaff, SYSTEM } from '../staff/manage-staff.ts'
import { getStaffMember } from '../staff/own-staff-account.ts'
import { setMemberRole } from '../staff/set-member-role.ts'
import { givenSecondFactor, identifyStaff, listAudit, startBehind } from '../testing.ts'
import type { Installation } from './installation.ts'
import { issueSetUpLink } from './issue-set-up-link.ts'
import {
  completeSetUpStep,
  createFirstOwner,
  finishSetUp,
  getSetUp,
  openSetUpLink,
  sendTestMail,
  testPayouts,
} from './set-up.ts'
import { becomeNew, givenFirstOwner, givenLink, OWNER_PASSWORD, ownerInput } from './testing.ts'

const { db, deps } = await openTestDb()
beforeEach(() => becomeNew(db))

const newcomer = (email: string) => ({
  firstName: 'Ann',
  lastName: 'Bee',
  email,
  password: 'maji-safi-9',
  confirmPassword: 'maji-safi-9',
  country: 'Kenya',
})

const withInstallation = (replaced: Partial<Installation>): Deps => ({
  ...deps,
  installation: { ...deps.installation, ...replaced },
})

const STEPS = ['product', 'payouts', 'mail', 'economy'] as const
type Owner = Awaited<ReturnType<typeof givenFirstOwner>>

const decide = (caller: Owner['caller'], step: (typeof STEPS)[number]) =>
  completeSetUpStep(deps, caller, { step })

test('the owner continues at the first undecided step, and a step can be decided again', async () => {
  const { caller } = await givenFirstOwner(deps)
  expect(await getStaffMember(deps, caller)).toMatchObject({ isSetUpUnfinished: true })
  expect(await getSetUp(deps)).toMatchObject({ isFinished: false, doneSteps: [] })
  await decide(caller, 'mail')
  await decide(caller, 'product')
  expect(await decide(caller, 'mail')).toMatchObject({ doneSteps: ['product', 'mail'] })
})

test('two browsers that decide different steps at once lose none', async () => {
  const { caller } = await givenFirstOwner(deps)
  await Promise.all(STEPS.map((step) => decide(caller, step)))
  expect((await getSetUp(deps)).doneSteps).toEqual([...STEPS])
})

test('sign-up is closed from the first link until the owner finishes', async () => {
  const join = (email: string) => codeOf(signUp(deps, visitor, newcomer(email)))
  expect(await join('early@example.com')).toBe('passed')
  const { caller } = await givenFirstOwner(deps)
  expect(await join('between@example.com')).toBe('CLOSED')
  for (const step of STEPS) await decide(caller, step)
  expect(await finishSetUp(deps, caller, { isSignUpOpen: true })).toMatchObject({ isFinished: true })
  expect(await join('between@example.com')).toBe('passed')
})

test('an owner can go live with sign-up closed, and open it later', async () => {
  const { caller, admin } = await givenFirstOwner(deps)
  for (const step of STEPS) await decide(caller, step)
  await finishSetUp(deps, caller, { isSignUpOpen: false })
  expect(await codeOf(signUp(deps, visitor, newcomer('ann@example.com')))).toBe('CLOSED')
  const actor = { name: `staff:${admin.username}`, address: null }
  const saved = await changeProduct(deps, actor, { ...(await deps.product()), isSignUpOpen: true })
  expect(saved.isSignUpOpen).toBe(true)
  expect(await codeOf(signUp(deps, visitor, newcomer('ann@example.com')))).toBe('passed')
})

test('nobody goes live before every step is decided', async () => {
  const { caller } = await givenFirstOwner(deps)
  for (const step of STEPS) {
    await expect(finishSetUp(deps, caller, { isSignUpOpen: true })).rejects.toMatchObject({
      failure: { code: 'SET_UP_INCOMPLETE', params: { step } },
    })
    await decide(caller, step)
  }
  expect(await codeOf(finishSetUp(deps, caller, { isSignUpOpen: true }))).toBe('passed')
})

test('a finished set-up is closed for good', async () => {
  const { caller } = await givenFirstOwner(deps)
  for (const step of STEPS) await decide(caller, step)
  await finishSetUp(deps, caller, { isSignUpOpen: true })
  expect(await codeOf(decide(caller, 'mail'))).toBe('SET_UP_CLOSED')
  expect(await codeOf(testPayouts(deps, caller))).toBe('SET_UP_CLOSED')
  expect(await codeOf(sendTestMail(deps, caller, { to: 'a@example.com' }))).toBe('SET_UP_CLOSED')
  expect(await codeOf(finishSetUp(deps, caller, { isSignUpOpen: false }))).toBe('SET_UP_CLOSED')
  expect(await deps.product()).toMatchObject({ isSignUpOpen: true })
  expect(await getStaffMember(deps, caller)).toMatchObject({ isSetUpUnfinished: false })
})

test('of two finishes at once one counts', async () => {
  const { caller } = await givenFirstOwner(deps)
  for (const step of STEPS) await decide(caller, step)
  const codes = await Promise.all(
    [true, true].map((isSignUpOpen) => codeOf(finishSetUp(deps, caller, { isSignUpOpen }))),
  )
  expect(codes.sort()).toEqual(['SET_UP_CLOSED', 'passed'])
})

test('the steps need an owner with a second factor: the link is not enough', async () => {
  const { beginner } = await givenFirstOwner(deps)
  const others = [
    [visitor, 'NOT_SIGNED_IN'],
    [(await givenSecondFactor(deps, { role: 'finance' })).caller, 'FORBIDDEN'],
    [{ ...visitor, apiKey: { keyId: 'k', name: 'script', permissions: [] } }, 'FORBIDDEN'],
    [beginner, 'SECOND_FACTOR_MISSING'],
  ] as const
  for (const [caller, code] of others) {
    expect(await codeOf(decide(caller, 'mail'))).toBe(code)
    expect(await codeOf(testPayouts(deps, caller))).toBe(code)
    expect(await codeOf(sendTestMail(deps, caller, { to: 'a@example.com' }))).toBe(code)
    expect(await codeOf(finishSetUp(deps, caller, { isSignUpOpen: true }))).toBe(code)
  }
})

test('every decision and test is in the audit log', async () => {
  const { caller } = await givenFirstOwner(deps)
  for (const step of STEPS) await decide(caller, step)
  await testPayouts(deps, caller)
  await sendTestMail(withInstallation({ mail: { server: 'mail', from: '' } }), caller, {
    to: 'a@example.com',
  })
  await finishSetUp(deps, caller, { isSignUpOpen: true })
  const entries = await listAudit(db, 'set-up')
  expect(entries.slice(-7).map(({ action, after }) => ({ action, after }))).toEqual([
    ...['product', 'payouts', 'mail'].map((step) => ({ action: 'set-up.step-done', after: { step } })),
    { action: 'set-up.step-done', after: { step: 'economy' } },
    { action: 'set-up.tested', after: { of: 'payouts' } },
    { action: 'set-up.tested', after: { of: 'mail', to: 'a@example.com' } },
    { action: 'set-up.finished', after: { isSignUpOpen: true } },
  ])
})

test('a test mail tells what the mail server answered, and nothing is sent without one', async () => {
  const { caller } = await givenFirstOwner(deps)
  const sent: string[] = []
  const refusing: Installation['sendTestMail'] = async ({ to }) => {
    sent.push(to)
    return { outcome: 'refused', isFinal: true, reason: '550 no such mailbox' }
  }
  const send = (server: string | null) =>
    sendTestMail(withInstallation({ mail: { server, from: '' }, sendTestMail: refusing }), caller, {
      to: 'owner@example.com',
    })
  expect(await send(null)).toEqual({ outcome: 'not-configured' })
  expect(sent).toEqual([])
  expect(await send('mail.example.com')).toEqual({ outcome: 'refused', reason: '550 no such mailbox' })
  expect(sent).toEqual(['owner@example.com'])
})

test('tests are limited, because each calls another server', async () => {
  const { caller } = await givenFirstOwner(deps)
  for (let n = 0; n < 30; n++) await testPayouts(deps, caller)
  expect(await codeOf(testPayouts(deps, caller))).toBe('THROTTLED')
})

test('the environment’s details count until an owner chooses others, which every reader sees', async () => {
  await givenLink(deps)
  const before = await deps.product()
  expect(before).toMatchObject({ name: 'Chuma', email: 'support@chuma.test' })
  const actor = { name: 'staff:wanjiru', address: null }
  const chosen = {
    name: 'Pesa Poa',
    email: 'habari@pesa.test',
    phone: '0700 000 000',
    address: 'Ngong Road, Nairobi',
    hours: ['Every day'],
    isSignUpOpen: true,
  }
  const claimed = { ...chosen, figures: sampleFigures }
  expect(await changeProduct(deps, actor, chosen)).toEqual(claimed)
  expect(await createTestDeps(db).product()).toEqual(claimed)
  expect((await listAudit(db, 'product')).at(-1)).toMatchObject({
    action: 'product.changed',
    before: { name: null, isSignUpOpen: false },
    after: { name: 'Pesa Poa', isSignUpOpen: true },
  })
})

test('an owner’s figures replace the default ones, in every reader and in the audit log', async () => {
  const actor = { name: 'staff:wanjiru', address: null }
  const claims = { ...noFigures, members: '12,400', rating: '4.6' }
  expect(await changeFigures(deps, actor, claims)).toMatchObject({ figures: claims })
  expect(await createTestDeps(db).product()).toMatchObject({ figures: claims })
  await changeFigures(deps, actor, noFigures)
  expect(await deps.product()).toMatchObject({ figures: noFigures })
  expect((await listAudit(db, 'product')).slice(-2)).toMatchObject([
    { action: 'product.figures-changed', before: null, after: { members: '12,400' } },
    { action: 'product.figures-changed', before: { members: '12,400' }, after: { members: '' } },
  ])
})

// Last: a choice is never taken back.
test('the rates have to be chosen first', async () => {
  const strict = { ...deps, isEconomyChoiceRequired: true }
  await ensureEconomy(db, { isChosen: false })
  const { caller } = await givenFirstOwner(deps)
  expect(await getSetUp(strict)).toMatchObject({ isFirstEconomy: true })
  expect(await codeOf(completeSetUpStep(strict, caller, { step: 'economy' }))).toBe('ECONOMY_UNCHOSEN')
  const { version } = await readEconomy(db)
  const wish = { version, choice: 'sustainable', assumptions: defaultAssumptions, isConfirmed: true } as const
  await chooseEconomyPreset(strict, { name: 'staff:wanjiru', address: null }, { ...wish, reason: 'Set-up' })
  expect(await getSetUp(strict)).toMatchObject({ isFirstEconomy: false })
  expect((await completeSetUpStep(strict, caller, { step: 'economy' })).doneSteps).toEqual(['economy'])
})

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
  const results = await startBehind(db, lockRows('setUp', {}), () =>
    Array.from({ length: 20 }, (_, at) => use(tokens[at % 2] ?? '', `owner-${at}`)),
  )
  expect(refusals(results)).toEqual(Array(19).fill('SET_UP_CLOSED'))
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
