import { insertPosting } from '@chuma/db/queries/wallet/ledger'
import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import type { Deps } from '../../deps.ts'
import { identifyCaller } from '../identify-caller.ts'
import { redeemLink, sendVerification } from '../links.ts'
import { logIn } from '../log-in.ts'
import { resetPassword } from '../passwords/new-password.ts'
import { sendAddressTaken, signUp } from '../sign-up.ts'
import {
  callAs,
  createMailingDeps,
  getMember,
  givenMemberWithPassword,
  givenSession,
  letMinutesPass,
  listJobs,
  newSignup,
  startWhileClaimed,
  visitor,
} from '../testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
const { deps } = createMailingDeps(db)

test('a taken address gets the same answer; only its owner is told, and the account does not change', async () => {
  const { deps, sent } = createMailingDeps(db)
  const { email } = await givenMemberWithPassword(db, { password: 'correct horse' })
  const before = await getMember(db, email)
  const stranger = newSignup({ email, firstName: 'Mallory', password: 'another secret' })
  const answer = await signUp(deps, visitor, stranger)
  expect(answer).toEqual(await signUp(deps, visitor, newSignup()))
  expect(await getMember(db, email)).toEqual(before)
  expect(await listJobs(db, email)).toEqual(['send-address-taken'])

  for (let times = 0; times < 3; times++) await sendAddressTaken(deps, { email })
  expect(sent).toEqual([{ kind: 'sendAddressTaken', mail: { to: email, firstName: 'Amina' } }])
})

test('a failed mail to the owner does not count as sent', async () => {
  const { deps, sent } = createMailingDeps(db)
  const { email } = await givenMemberWithPassword(db, { password: 'correct horse' })
  const broken = async () => Promise.reject(new Error('no mail server'))
  const brokenDeps = { ...deps, mail: broken }
  await expect(sendAddressTaken(brokenDeps, { email })).rejects.toThrow('no mail server')
  await sendAddressTaken(deps, { email })
  expect(sent).toHaveLength(1)
})

test('an address without an owner gets no mail', async () => {
  const { deps, sent } = createMailingDeps(db)
  await sendAddressTaken(deps, { email: 'nobody@example.com' })
  expect(sent).toEqual([])
})

/** What the browser does after a link that requires a new password. */
async function choosePassword(deps: Deps, { token }: { token: string }, password: string) {
  const caller = await callAs(deps, token)
  await resetPassword(deps, caller, { password, confirmPassword: password })
}

test('a stranger who signs up with an address first cannot keep it from its owner', async () => {
  const { deps, newestToken } = createMailingDeps(db)
  const squatter = newSignup({
    firstName: 'Mallory',
    lastName: 'M',
    country: 'Nowhere',
    password: 'mine now 1',
  })
  const { email } = squatter
  await signUp(deps, visitor, squatter)
  await sendVerification(deps, { email })
  const oldLink = newestToken()
  const { memberId } = await getMember(db, email)
  const oldSession = await givenSession(db, memberId)
  await letMinutesPass(db, memberId, 1)

  const owner = newSignup({ email, password: 'really mine 2' })
  expect(await signUp(deps, visitor, owner)).toEqual(await signUp(deps, visitor, newSignup()))
  expect(await getMember(db, email)).toMatchObject({
    memberId,
    firstName: 'Amina',
    lastName: 'Otieno',
    country: 'Kenya',
  })
  expect(await listJobs(db, email)).toEqual(['send-verification', 'send-verification'])
  await sendVerification(deps, { email })
  await expect(redeemLink(deps, visitor, { token: oldLink })).rejects.toMatchObject({ code: 'LINK_INVALID' })
  const opened = await redeemLink(deps, visitor, { token: newestToken() })
  await choosePassword(deps, opened, 'really mine 2')

  await expect(logIn(deps, visitor, squatter)).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' })
  await expect(logIn(deps, visitor, owner)).resolves.toMatchObject({ user: { id: memberId } })
  const { member } = await identifyCaller(deps, { token: oldSession.token, address: null, userAgent: null })
  expect(member).toBeNull()
})

test('a stranger who signs up with an address last cannot get into its owner’s account', async () => {
  const { deps, newestToken } = createMailingDeps(db)
  const owner = newSignup({ password: 'really mine 2' })
  await signUp(deps, visitor, owner)
  const stranger = newSignup({ email: owner.email, password: 'mine now 1' })
  await signUp(deps, visitor, stranger)
  await sendVerification(deps, owner)

  const opened = await redeemLink(deps, visitor, { token: newestToken() })
  expect(opened.purpose).toBe('reset-password')
  for (const login of [stranger, owner]) {
    await expect(logIn(deps, visitor, login)).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' })
  }
  await choosePassword(deps, opened, 'chosen by the owner')
  await expect(
    logIn(deps, visitor, { email: owner.email, password: 'chosen by the owner' }),
  ).resolves.toMatchObject({ user: { email: owner.email } })
})

test('the only sign-up with an address keeps its password', async () => {
  const { deps, newestToken } = createMailingDeps(db)
  const alone = newSignup()
  await signUp(deps, visitor, alone)
  await sendVerification(deps, alone)
  expect(await redeemLink(deps, visitor, { token: newestToken() })).toMatchObject({ purpose: 'verify-email' })
  await expect(logIn(deps, visitor, alone)).resolves.toMatchObject({ user: { email: alone.email } })
})

test.each([
  ['verified', { emailVerifiedAt: sql<Date>`now()` }],
  ['suspended', { suspendedAt: sql<Date>`now()`, suspensionReason: 'A reason' }],
  ['on its way out', { deletionDueAt: sql<Date>`now() + interval '1 day'` }],
  ['of the staff', { adminRole: 'owner' as const }],
  ['premium', { premiumUntil: sql<Date>`now()` }],
])('an account that is %s cannot be taken over by a sign-up', async (_name, change) => {
  const first = newSignup()
  await signUp(deps, visitor, first)
  const { email } = first
  const before = await getMember(db, email)
  await db.updateTable('member').set(change).where('memberId', '=', before.memberId).execute()
  await signUp(deps, visitor, newSignup({ email, password: 'another secret' }))
  expect(await getMember(db, email)).toMatchObject({ passwordHash: before.passwordHash })
  expect(await listJobs(db, email)).toEqual(['send-verification', 'send-address-taken'])
})

test('an unverified account with points cannot be taken over by a sign-up', async () => {
  const first = newSignup()
  await signUp(deps, visitor, first)
  const { memberId, passwordHash } = await getMember(db, first.email)
  await db.transaction().execute((trx) =>
    insertPosting(trx, {
      memberId,
      kind: 'survey',
      availableDelta: 5,
      heldDelta: 0,
      houseAccount: 'rewards',
      sourceKey: 'survey:1',
      description: 'A survey',
      actor: 'system',
    }),
  )
  await signUp(deps, visitor, newSignup({ email: first.email, password: 'another secret' }))
  expect(await getMember(db, first.email)).toMatchObject({ passwordHash })
  expect(await listJobs(db, first.email)).toEqual(['send-verification', 'send-address-taken'])
})

test('twenty concurrent sign-ups with one address create one member and get the same answer', async () => {
  const inputs = Array.from({ length: 20 }, (_, number) =>
    newSignup({ email: 'race@example.com', lastName: `${number}` }),
  )
  const answers = await startWhileClaimed(db, 'race@example.com', () =>
    inputs.map((input) => signUp(deps, visitor, input)),
  )
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  await getMember(db, 'race@example.com')
  const everyone = await db
    .selectFrom('member')
    .select('memberId')
    .where('email', '=', 'race@example.com')
    .execute()
  expect(everyone).toHaveLength(1)
  expect(await listJobs(db, 'race@example.com')).toEqual(Array(20).fill('send-verification'))
})
