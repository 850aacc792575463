import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { logIn } from '../log-in.ts'
import { signUp } from '../sign-up.ts'
import { callAs, getMember, listJobs, listMembers, newSignup, queueOnMember, visitor } from '../testing.ts'
import { addressesOf, emailOf, givenBorrowed, letDaysPass, listChanges, thiefAddress } from './testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
afterEach(() => vi.useRealTimers())

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'passed',
    ({ code, failure }) => `${code} ${failure.params.why ?? ''}`.trim(),
  )

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

test.each(Object.entries(AGES))(
  'seven days after %s, by the database’s clock, an undo link is refused and changes nothing',
  async (_name, age) => {
    const { memberId, email, move, press } = await givenBorrowed(db)
    const next = thiefAddress()
    const { undo } = await move(email, next)
    await age(memberId, 0)
    // A server whose clock is a week slow decides nothing.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 8 * 86_400_000 })
    expect(await codeOf(press(undo))).toMatch(/^SECURITY_LINK_INVALID/)
    expect(await emailOf(db, memberId)).toBe(next)
    // The new address was confirmed in another browser.
    expect(await listChanges(db, memberId)).toEqual(['email-changed', 'new-device'])
  },
)

test.each(Object.entries(AGES))(
  'a minute before seven days after %s, an undo link still works, on a server whose clock is a week fast too',
  async (_name, age) => {
    const { memberId, email, move, press } = await givenBorrowed(db)
    const { undo } = await move(email, thiefAddress())
    await age(memberId, 1)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 8 * 86_400_000 })
    expect(await press(undo)).toMatchObject({ purpose: 'undo-email', email })
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
