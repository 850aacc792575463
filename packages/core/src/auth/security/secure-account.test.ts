import type { SecurityLinkPurpose } from '@chuma/contract/auth/security-links'
import { insertPasskey, listPasskeys } from '@chuma/db/queries/auth/passkeys'
import { deleteRowsOf, markClosing, markErased } from '@chuma/db/queries/personal-data/erasure'
import { savePayoutDetails } from '@chuma/db/queries/wallet/withdrawals'
import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { givenWithdrawal } from '../../payouts/testing.ts'
import { giveRole } from '../../testing.ts'
import { logIn } from '../log-in.ts'
import { memberOwner } from '../passkeys/log-in-with-passkey.ts'
import { resetPassword } from '../passwords/new-password.ts'
import { createSecurityLink, describeLink } from '../security.ts'
import { callAs, visitor } from '../testing.ts'
import { givenBorrowed, listChanges, thiefAddress } from './testing.ts'

const { db, close } = await createTestDb()
afterAll(close)

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'passed',
    ({ code, failure }) => `${code} ${failure.params.why ?? ''}`.trim(),
  )
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
  sql`update member_passkey set created_at = now() - interval '1 day' where member_id = ${memberId}`.execute(
    db,
  )
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
  await db.transaction().execute((trx) => savePayoutDetails(trx, mpesa, null))
  await db
    .transaction()
    .execute((trx) =>
      savePayoutDetails(trx, { memberId, method: 'paypal', paypalEmail: 'me@example.com' }, null),
    )
  await sql`update payout_details set changed_at = now() - interval '1 day'
    where member_id = ${memberId} and method = 'paypal'`.execute(db)
  expect(await press(link)).toMatchObject({ passkeysRemoved: 1, payoutDetailsRemoved: 1 })
  expect(await namesOf(memberId)).toEqual(['old'])
  const kept = await db
    .selectFrom('payoutDetails')
    .select('method')
    .where('memberId', '=', memberId)
    .execute()
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
    await sql`update withdrawal set status = ${status}, payout_state = ${payoutState} where member_id = ${memberId}`.execute(
      db,
    )
    const wish = { memberId, email, purpose: 'secure-account', since: HOUR_AGO() } as const
    const link = await createSecurityLink(deps, wish)
    expect((await press(link?.token ?? '')).payouts).toEqual(payouts)
    const after = await db
      .selectFrom('withdrawal')
      .select(['status', 'payoutState'])
      .where('memberId', '=', memberId)
      .executeTakeFirstOrThrow()
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
