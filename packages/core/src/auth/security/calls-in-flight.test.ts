import { listPasskeys } from '@chuma/db/queries/auth/passkeys'
import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { updateProfile } from '../../account/own-account.ts'
import { requestWithdrawal } from '../../payouts/withdrawals.ts'
import { createTextCapture } from '../../testing.ts'
import { confirmCode } from '../../wallet/destinations/codes.ts'
import { newNumber, receiveCode } from '../../wallet/destinations/testing.ts'
import { memberOwner } from '../passkeys/log-in-with-passkey.ts'
import { confirmPasskey, removeOwnPasskey, startPasskey } from '../passkeys/own-passkeys.ts'
import { createAuthenticator } from '../passkeys/testing.ts'
import { createSecurityLink } from '../security.ts'
import { requireMember } from '../sessions.ts'
import { callAs, queueOnMember } from '../testing.ts'
import { givenBorrowed } from './testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
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
      await sql`update member_passkey set created_at = now() - interval '1 day' where member_id = ${memberId}`.execute(
        db,
      )
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
    db
      .selectFrom('oneTimeLink')
      .select('memberId')
      .where('memberId', '=', memberId)
      .where('usedAt', 'is', null)
      .execute(),
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
