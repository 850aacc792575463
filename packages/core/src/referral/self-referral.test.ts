import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { toMailbox } from '../auth/mailbox.ts'
import { givenMember } from '../testing.ts'
import { settleReferral } from './referral.ts'
import { askForMoney, bankAccount, bePaid, givenFriend, look, openProgramme, pointsOf } from './testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = openProgramme(db)

const REFUSED = { state: 'refused', reason: 'same-person', points: null }

test('a self-invitation with the same bank account pays nothing, however the bank is spelled', async () => {
  const inviter = await givenMember(db, { points: 5 })
  await askForMoney(deps, inviter, bankAccount('0123456789'))
  const friend = await givenFriend(db, inviter)
  await bePaid(deps, friend, bankAccount('0123456789', 'EQUITY'))
  await settleReferral(deps, friend)
  expect([await look(db, friend), await pointsOf(db, inviter)]).toEqual([REFUSED, 4])
})

test('a self-invitation is also detected by destinations other than the paid one', async () => {
  const inviter = await givenMember(db, { points: 5 })
  const friend = await givenFriend(db, inviter)
  await askForMoney(deps, inviter, { withdrawalMethod: 'mpesa', mpesaNumber: '254799999991' })
  await askForMoney(deps, friend, { withdrawalMethod: 'mpesa', mpesaNumber: '254799999991' })
  await bePaid(deps, friend)
  await settleReferral(deps, friend)
  expect(await look(db, friend)).toEqual(REFUSED)
})

test.each([
  ['a tag', 'wanjiru.k@example.com', 'wanjiru.k+second@example.com'],
  ['a dot of Gmail', 'wanjirukamau@gmail.com', 'wanjiru.kamau@googlemail.com'],
])('a self-invitation to the same mailbox by %s pays nothing', async (_name, email, again) => {
  const inviter = await givenMember(db, { email })
  const friend = await givenFriend(db, inviter, { email: again })
  await bePaid(deps, friend)
  await settleReferral(deps, friend)
  expect([await look(db, friend), await pointsOf(db, inviter)]).toEqual([REFUSED, 0])
})

test('former addresses of both members count', async () => {
  const inviter = await givenMember(db, { email: 'left.behind@example.com' })
  await sql`update member set email = 'moved@example.com' where member_id = ${inviter.memberId}`.execute(db)
  const friend = await givenFriend(db, inviter, { email: 'left.behind+1@example.com' })
  await bePaid(deps, friend)
  await settleReferral(deps, friend)
  expect(await look(db, friend)).toEqual(REFUSED)
})

test('a shared phone or network does not make two members one person', async () => {
  const inviter = await givenMember(db, { points: 5 })
  const friend = await givenFriend(db, inviter)
  for (const { memberId } of [inviter, friend]) {
    await sql`
      insert into session (member_id, token_hash, address, user_agent)
      values (${memberId}, decode(md5(${memberId}) || md5(${memberId}), 'hex'), '203.0.113.7', 'Phone/1.0')
    `.execute(db)
  }
  await askForMoney(deps, inviter, bankAccount('0123400001'))
  await bePaid(deps, friend, bankAccount('0123400002'))
  await settleReferral(deps, friend)
  expect(await look(db, friend)).toMatchObject({ state: 'paid' })
})

test.each([
  ['Ann.Bee+chuma@Gmail.com', 'annbee@gmail.com'],
  ['a.nn.bee@googlemail.com', 'annbee@gmail.com'],
  ['ann.bee+a+b@example.com', 'ann.bee@example.com'],
  ['ann.bee@example.com', 'ann.bee@example.com'],
  ['annbee@example.com', 'annbee@example.com'],
])('mail to %s arrives at %s', (email, mailbox) => {
  expect(toMailbox(email)).toBe(mailbox)
})
