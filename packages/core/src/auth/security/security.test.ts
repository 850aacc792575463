import type { SecurityLinkPurpose } from '@chuma/contract/auth/security-links'
import { insertPasskey, listPasskeys } from '@chuma/db/queries/auth/passkeys'
import { deleteRowsOf, markClosing, markErased } from '@chuma/db/queries/personal-data/erasure'
import { payoutDetailsUpsert } from '@chuma/db/queries/wallet/withdrawals'
import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { updateProfile } from '../../account/own-account.ts'
import { givenWithdrawal } from '../../payouts/testing.ts'
import { requestWithdrawal } from '../../payouts/withdrawals.ts'
import { createTextCapture, giveRole, openTestDb, readRow, readRows } from '../../testing.ts'
import { confirmCode } from '../../wallet/destinations/codes.ts'
import { newNumber, receiveCode } from '../../wallet/destinations/testing.ts'
import { logIn } from '../log-in.ts'
import { memberOwner } from '../passkeys/log-in-with-passkey.ts'
import { confirmPasskey, removeOwnPasskey, startPasskey } from '../passkeys/own-passkeys.ts'
import { createAuthenticator } from '../passkeys/testing.ts'
import { resetPassword } from '../passwords/new-password.ts'
import { createSecurityLink, describeLink } from '../security.ts'
import { requireMember } from '../sessions.ts'
import { signUp } from '../sign-up.ts'
import { callAs, getMember, listJobs, listMembers, newSignup, queueOnMember, visitor } from '../testing.ts'
import { addressesOf, emailOf, givenBorrowed, letDaysPass, listChanges, thiefAddress } from './testing.ts'

const { db } = await openTestDb()

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'passed',
    ({ code, failure }) => `${code} ${failure.params.why ?? ''}`.trim(),
  )

const DAY_MS = 86_400_000
const HOUR_AGO = () => new Date(Date.now() - 3_600_000)

async function givenLink(purpose: SecurityLinkPurpose = 'secure-account') {
  const world = await givenBorrowed(db)
  const { memberId, email, deps } = world
  const link = await createSecurityLink(deps, { memberId, purpose, email, since: HOUR_AGO() })
  return { ...world, link: link?.token ?? '' }
}

const addPasskey = (memberId: string, name: string) =>
  db.transaction().execute((trx) =>
    insertPasskey(trx, {
      ...memberOwner(memberId),
      credentialId: Buffer.from(name),
      publicKey: Buffer.from('a key'),
      signCount: 0,
      transports: [],
      name,
    }),
  )

const agePasskeys = (memberId: string) =>
  sql`update member_passkey set created_at = now() - interval '1 day'
    where member_id = ${memberId}`.execute(db)

const namesOf = async (memberId: string) =>
  (await listPasskeys(db, memberOwner(memberId))).map(({ name }) => name)

test('"This wasn’t me" ends sessions and the password, and its session sets a new one', async () => {
  const { memberId, email, borrowed, deps, link, press } = await givenLink()
  const { purpose, session } = await press(link)
  expect(purpose).toBe('secure-account')
  expect((await callAs(deps, borrowed.token)).member).toBeNull()
  expect(await codeOf(logIn(deps, visitor, { email, password: 'correct horse' }))).toBe('INVALID_CREDENTIALS')
  const password = 'battery staple'
  await resetPassword(deps, await callAs(deps, session?.token ?? ''), { password, confirmPassword: password })
  expect(await codeOf(logIn(deps, visitor, { email, password }))).toBe('passed')
  expect(await listChanges(db, memberId)).toEqual(['secured', 'password-reset'])
})

test('passkeys and payout details go if they are newer than what the mail is about', async () => {
  const { memberId, link, press } = await givenLink()
  await addPasskey(memberId, 'old')
  await agePasskeys(memberId)
  await addPasskey(memberId, 'new')
  const mpesa = { memberId, method: 'mpesa', mpesaNumber: '254711000111' } as const
  await db.transaction().execute((trx) => payoutDetailsUpsert(trx, mpesa, null).execute())
  await db
    .transaction()
    .execute((trx) =>
      payoutDetailsUpsert(trx, { memberId, method: 'paypal', paypalEmail: 'me@example.com' }, null).execute(),
    )
  await sql`update payout_details set changed_at = now() - interval '1 day'
    where member_id = ${memberId} and method = 'paypal'`.execute(db)
  expect(await press(link)).toMatchObject({ passkeysRemoved: 1, payoutDetailsRemoved: 1 })
  expect(await namesOf(memberId)).toEqual(['old'])
  const kept = await readRows(db, 'payoutDetails', ['method'], { memberId })
  expect(kept).toEqual([{ method: 'paypal' }])
})

test.each([
  [true, ['old']],
  [false, ['new']],
])('a second factor of staff is not replaced by a mailbox (an older one: %s)', async (hasOlder, left) => {
  const { memberId, link, press } = await givenLink()
  await giveRole(db, memberId)
  if (hasOlder) await addPasskey(memberId, 'old')
  await agePasskeys(memberId)
  await addPasskey(memberId, 'new')
  await press(link)
  expect(await namesOf(memberId)).toEqual(left)
})

test('a deletion that a thief asked for is cancelled', async () => {
  const { memberId, email, move, press } = await givenBorrowed(db)
  const { undo } = await move(email, thiefAddress())
  await db.transaction().execute((trx) => markClosing(trx, memberId, 14))
  expect(await press(undo)).toMatchObject({ isDeletionCancelled: true, email, session: { user: { email } } })
})

test('a suspended account is put right and stays closed', async () => {
  const { memberId, email, move, press } = await givenBorrowed(db)
  const { undo } = await move(email, thiefAddress())
  const suspended = { suspendedAt: new Date(), suspensionReason: 'A stolen account' }
  await db.updateTable('member').set(suspended).where('memberId', '=', memberId).execute()
  expect(await press(undo)).toMatchObject({ email, session: null, suspensionReason: 'A stolen account' })
})

test.each([
  ['pending', null, { waitingKes: 2000, sendingKes: 0, paidKes: 0 }],
  ['approved', 'queued', { waitingKes: 2000, sendingKes: 0, paidKes: 0 }],
  ['approved', 'sent', { waitingKes: 0, sendingKes: 2000, paidKes: 0 }],
  ['approved', 'unknown', { waitingKes: 0, sendingKes: 2000, paidKes: 0 }],
] as const)(
  'a payout that is %s (%s) is left alone and named in the answer',
  async (status, payoutState, payouts) => {
    const { deps, press } = await givenBorrowed(db)
    const { memberId, email } = await givenWithdrawal(db)
    const state = { status, payoutState }
    // The states are guarded: only the machine's own moves are typed.
    await sql`update withdrawal set status = ${status}, payout_state = ${payoutState}
      where member_id = ${memberId}`.execute(db)
    const wish = { memberId, email, purpose: 'secure-account', since: HOUR_AGO() } as const
    const link = await createSecurityLink(deps, wish)
    expect((await press(link?.token ?? '')).payouts).toEqual(payouts)
    const after = await readRow(db, 'withdrawal', ['status', 'payoutState'], { memberId })
    expect(after).toEqual(state)
  },
)

test('a link works once, for its own account, and explains why it does not work', async () => {
  const { memberId, deps, link, press } = await givenLink()
  const other = await givenBorrowed(db)
  const forged =
    link.slice(0, 2) + Buffer.from(other.memberId.replaceAll('-', ''), 'hex').toString('base64url')
  expect(await codeOf(press(`${forged}${link.slice(24)}`))).toBe('SECURITY_LINK_INVALID unknown')
  expect(await codeOf(press('w_nothing'))).toBe('SECURITY_LINK_INVALID unknown')
  await press(link)
  expect(await codeOf(press(link))).toBe('SECURITY_LINK_INVALID used')
  expect(await codeOf(describeLink(deps, visitor, { token: link }))).toBe('SECURITY_LINK_INVALID used')
  expect(await listChanges(db, memberId)).toEqual(['secured'])
  expect(await listChanges(db, other.memberId)).toEqual([])
})

test('a link in a mailbox that the account left for good does nothing', async () => {
  const { memberId, email, link, press } = await givenLink()
  await sql`update member set email = ${thiefAddress()} where member_id = ${memberId}`.execute(db)
  expect(await codeOf(press(link))).toBe('SECURITY_LINK_INVALID moved')
  await sql`update member set email = ${email} where member_id = ${memberId}`.execute(db)
  expect(await codeOf(press(link))).toBe('passed')
})

test('nothing is left to open after an erasure, and no link is made for an erased member', async () => {
  const { memberId, email, deps, link, press } = await givenLink()
  await db.transaction().execute(async (trx) => {
    await markClosing(trx, memberId, 0)
    await markErased(trx, memberId)
    await deleteRowsOf(trx, memberId)
  })
  expect(await codeOf(press(link))).toBe('SECURITY_LINK_INVALID unknown')
  const wish = { memberId, purpose: 'secure-account', email, since: undefined } as const
  expect(await createSecurityLink(deps, wish)).toBeNull()
})

test('a description names the account masked and uses nothing up', async () => {
  const { email, deps, link, press, askForLink, open } = await givenLink()
  const describe = (token: string) => describeLink(deps, visitor, { token })
  const masked = `${email[0]}…@example.com`
  expect(await describe(link)).toMatchObject({ purpose: 'secure-account', email: masked })
  const moving = await askForLink('moving@example.org')
  expect(await describe(moving)).toEqual({ purpose: 'change-email', email: masked })
  expect(await codeOf(open(moving))).toBe('passed')
  expect(await codeOf(describe(moving))).toBe('LINK_INVALID')
  expect(await codeOf(describe('l_nothing'))).toBe('LINK_INVALID')
  expect(await codeOf(press(link))).toBe('passed')
})

const password = 'correct horse'

/** A thief whose calls were all identified already, and the owner's link. */
async function givenThief() {
  const world = await givenBorrowed(db, { points: 9 })
  const { sms, sent } = createTextCapture([])
  const deps = { ...world.deps, sms }
  const { memberId, email } = world
  const caller = await callAs(deps, world.borrowed.token)
  const member = requireMember(caller)
  const addPasskey = async () => {
    const offer = await startPasskey(deps, caller, { password })
    return () => confirmPasskey(deps, caller, { name: 'Theirs', ...createAuthenticator().create(offer) })
  }
  const calls = {
    'request a withdrawal': async () => () =>
      requestWithdrawal(deps, member, {
        withdrawalMethod: 'mpesa',
        pointsToWithdraw: 2,
        mpesaNumber: newNumber(),
        idempotencyKey: undefined,
      }),
    'prove a number': async () => {
      const mpesaNumber = newNumber()
      const code = await receiveCode({ deps, sent }, member, mpesaNumber)
      return () => confirmCode(deps, member, { mpesaNumber, code })
    },
    'ask for another address': async () => () =>
      updateProfile(deps, member, { firstName: 'A', lastName: 'B', country: 'Kenya', email: `x${email}` }),
    'add a passkey': addPasskey,
    'remove a passkey': async () => {
      const { passkey } = await (await addPasskey())()
      // Newer ones go with the press itself.
      await sql`update member_passkey set created_at = now() - interval '1 day'
        where member_id = ${memberId}`.execute(db)
      return () => removeOwnPasskey(deps, caller, { id: passkey.id, password })
    },
  }
  const link = await createSecurityLink(deps, {
    memberId,
    email,
    purpose: 'secure-account',
    since: new Date(),
  })
  return { ...world, deps, calls, secure: () => world.press(link?.token ?? '') }
}

type Calls = Awaited<ReturnType<typeof givenThief>>['calls']

const names: (keyof Calls)[] = [
  'request a withdrawal',
  'prove a number',
  'ask for another address',
  'add a passkey',
  'remove a passkey',
]

const traces = (memberId: string) =>
  Promise.all([
    listPasskeys(db, memberOwner(memberId)),
    ...(['withdrawal', 'payoutDetails', 'payoutDestination'] as const).map((table) =>
      db.selectFrom(table).select('memberId').where('memberId', '=', memberId).execute(),
    ),
    readRows(db, 'oneTimeLink', ['memberId'], { memberId, usedAt: null }),
  ])

test.each(names)('"This wasn’t me" beats a call in flight to %s', async (name) => {
  const { memberId, calls, secure } = await givenThief()
  const call = await calls[name]()
  const before = await traces(memberId)
  const [secured, called] = await queueOnMember<unknown>(db, memberId, { calls: [secure, call] })
  expect(secured?.status).toBe('fulfilled')
  expect(called).toMatchObject({ reason: { code: 'NOT_SIGNED_IN', failure: { params: { why: 'ended' } } } })
  expect(await traces(memberId)).toEqual(before)
})

test.each(names)('"This wasn’t me" waits for a call to %s that was first', async (name) => {
  const { memberId, calls, secure } = await givenThief()
  const call = await calls[name]()
  const [called, secured] = await queueOnMember<unknown>(db, memberId, { calls: [call, secure] })
  expect([called?.status, secured?.status]).toEqual(['fulfilled', 'fulfilled'])
})

test('a withdrawal that was first is named, and its number is not kept', async () => {
  const { memberId, calls, secure } = await givenThief()
  const call = await calls['request a withdrawal']()
  const [, secured] = await queueOnMember<unknown>(db, memberId, { calls: [call, secure] })
  expect(secured).toMatchObject({
    value: { payoutDetailsRemoved: 1, payouts: { waitingKes: 2000, sendingKes: 0, paidKes: 0 } },
  })
})

afterEach(() => vi.useRealTimers())

test('the former mailbox undoes a move: the account is back, and nothing of the thief opens it', async () => {
  const { memberId, email, borrowed, move, press, deps } = await givenBorrowed(db)
  const stolen = thiefAddress()
  const { undo, token } = await move(email, stolen)
  expect(await addressesOf(db, memberId)).toEqual({ [email]: 'reserved', [stolen]: 'own' })

  const secured = await press(undo)
  expect(secured).toMatchObject({
    purpose: 'undo-email',
    email,
    session: { user: { email, isEmailVerified: true } },
  })
  expect(await addressesOf(db, memberId)).toEqual({ [email]: 'own' })
  for (const dead of [token, borrowed.token]) expect((await callAs(deps, dead)).member).toBeNull()
  expect((await callAs(deps, secured.session?.token ?? '')).member).toMatchObject({ memberId })
  expect(await listJobs(db, stolen)).toContain('send-email-undone')
  expect(await listChanges(db, memberId)).toEqual(['email-changed', 'new-device', 'email-undone'])
  for (const address of [email, stolen])
    expect(await codeOf(logIn(deps, visitor, { email: address, password: 'correct horse' }))).toBe(
      'INVALID_CREDENTIALS',
    )
})

test('the oldest link undoes every later move, and the links of later moves end with it', async () => {
  const { memberId, email, move, press } = await givenBorrowed(db)
  const [second, third] = [thiefAddress(), thiefAddress()]
  const { undo } = await move(email, second)
  const { undo: later } = await move(second, third)
  expect(await press(undo)).toMatchObject({ email })
  expect(await addressesOf(db, memberId)).toEqual({ [email]: 'own' })
  expect(await codeOf(press(later))).toBe('SECURITY_LINK_INVALID moved')
  expect(await emailOf(db, memberId)).toBe(email)
})

test('a later link that was used first leaves the oldest one its power', async () => {
  const { memberId, email, move, press } = await givenBorrowed(db)
  const [second, third] = [thiefAddress(), thiefAddress()]
  const { undo } = await move(email, second)
  const { undo: later } = await move(second, third)
  await press(later)
  expect(await emailOf(db, memberId)).toBe(second)
  await press(undo)
  expect(await addressesOf(db, memberId)).toEqual({ [email]: 'own' })
})

test('a return to an address that is still reserved gives the address it leaves no way back', async () => {
  const { memberId, email, move, press } = await givenBorrowed(db)
  const stolen = thiefAddress()
  const { undo } = await move(email, stolen)
  expect(await move(stolen, email)).toMatchObject({ undo: null })
  expect(await addressesOf(db, memberId)).toEqual({ [email]: 'own' })
  expect(await press(undo)).toMatchObject({ purpose: 'secure-account', email })
})

test('an address that nobody proved is free at once, and gets no link', async () => {
  const { memberId, email, move } = await givenBorrowed(db)
  await db.updateTable('member').set({ emailVerifiedAt: null }).where('memberId', '=', memberId).execute()
  const next = thiefAddress()
  expect(await move(email, next)).toMatchObject({ undo: null })
  expect(await addressesOf(db, memberId)).toEqual({ [next]: 'own' })
})

test('while a move can be undone nobody else gets the address; after seven days they do', async () => {
  const { memberId, email, move, press, deps } = await givenBorrowed(db)
  const next = thiefAddress()
  const { undo } = await move(email, next)
  expect(await signUp(deps, visitor, newSignup({ email }))).toEqual(await signUp(deps, visitor, newSignup()))
  expect((await getMember(db, email)).memberId).toBe(memberId)

  await letDaysPass(db, memberId, 7)
  expect(await codeOf(press(undo))).toBe('SECURITY_LINK_INVALID expired')
  await signUp(deps, visitor, newSignup({ email }))
  expect((await listMembers(db, email)).map((member) => member.memberId)).not.toContain(memberId)
  expect(await emailOf(db, memberId)).toBe(next)
})

/** Each deadline alone: one that is kept would hide that the other is not. They pass seven days in the database, less `minutes`. */
const AGES = {
  'the link': (memberId: string, minutes: number) =>
    sql`update security_link set expires_at = expires_at - make_interval(days => 7, mins => ${-minutes})
      where member_id = ${memberId}`.execute(db),
  'the move': (memberId: string, minutes: number) =>
    sql`update email_move set undo_until = undo_until - make_interval(days => 7, mins => ${-minutes})
      where member_id = ${memberId}`.execute(db),
}

// A server whose clock is a week slow or fast decides nothing.
test.each(Object.entries(AGES))(
  'seven days after %s, by the database’s clock, and no minute earlier, an undo link does nothing',
  async (_name, age) => {
    const late = await givenBorrowed(db)
    const next = thiefAddress()
    const { undo: lateLink } = await late.move(late.email, next)
    const early = await givenBorrowed(db)
    const { undo: earlyLink } = await early.move(early.email, thiefAddress())
    await age(late.memberId, 0)
    await age(early.memberId, 1)

    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 8 * DAY_MS })
    expect(await codeOf(late.press(lateLink))).toMatch(/^SECURITY_LINK_INVALID/)
    expect(await emailOf(db, late.memberId)).toBe(next)
    // The new address was confirmed in another browser.
    expect(await listChanges(db, late.memberId)).toEqual(['email-changed', 'new-device'])

    vi.setSystemTime(Date.now() + 16 * DAY_MS)
    expect(await early.press(earlyLink)).toMatchObject({ purpose: 'undo-email', email: early.email })
  },
)

test('of twenty concurrent uses of one link one succeeds', async () => {
  const { memberId, email, move, press } = await givenBorrowed(db)
  const { undo } = await move(email, thiefAddress())
  const race = await queueOnMember(db, memberId, {
    calls: Array.from({ length: 20 }, () => () => press(undo)),
  })
  const refused = race.flatMap((call) => (call.status === 'rejected' ? [call.reason.failure.params.why] : []))
  expect(refused).toEqual(Array(19).fill('used'))
  expect(await listChanges(db, memberId)).toEqual(['email-changed', 'new-device', 'email-undone'])
})

test.each(['undo', 'move'])(
  'an undo that overlaps with a second move wins, whichever is first (%s)',
  async (first) => {
    const { memberId, email, move, press, askForLink, open } = await givenBorrowed(db)
    const second = thiefAddress()
    const { undo } = await move(email, second)
    const opened = await askForLink(thiefAddress())
    const calls: (() => Promise<unknown>)[] = [() => press(undo), () => open(opened)]
    await queueOnMember(db, memberId, { calls: first === 'undo' ? calls : calls.reverse() })
    expect(await addressesOf(db, memberId)).toEqual({ [email]: 'own' })
  },
)

test('the notice of the request stops the move, and undoes it if it has happened', async () => {
  const asked = await givenBorrowed(db)
  const stolen = thiefAddress()
  const pending = await asked.askForLink(stolen)
  expect(await asked.press(await asked.noticeTo(asked.email, stolen))).toMatchObject({
    purpose: 'cancel-email',
  })
  expect(await codeOf(asked.open(pending))).toBe('LINK_INVALID')
  expect((await callAs(asked.deps, asked.borrowed.token)).member).toBeNull()
  expect(await listChanges(db, asked.memberId)).toEqual(['secured'])

  const moved = await givenBorrowed(db)
  const link = await moved.askForLink(thiefAddress())
  const notice = await moved.noticeTo(moved.email, stolen)
  await moved.open(link)
  expect(await moved.press(notice)).toMatchObject({ purpose: 'undo-email', email: moved.email })
  expect(await emailOf(db, moved.memberId)).toBe(moved.email)
})
