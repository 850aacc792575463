import type { LinkPurpose } from '@chuma/contract/auth/auth'
import { insertLink } from '@chuma/db/queries/auth/links'
import { markErased } from '@chuma/db/queries/personal-data/erasure'
import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { readRows, refusals } from '../../testing.ts'
import { redeemLink } from '../links.ts'
import { createToken } from '../sessions.ts'
import {
  callAs,
  createMailingDeps,
  givenMemberWithPassword,
  givenSession,
  queueOnMember,
  visitor,
} from '../testing.ts'
import { nameBucket } from '../throttle.ts'

const { db, close } = await createTestDb()
afterAll(close)
const { deps } = createMailingDeps(db)
const redeem = (token: string) => redeemLink(deps, visitor, { token })
const purposes: LinkPurpose[] = ['verify-email', 'sign-in', 'reset-password', 'change-email']

const givenMember = (options: { isVerified?: boolean } = {}) =>
  givenMemberWithPassword(db, { password: 'correct horse', ...options })

async function givenLink(memberId: string, purpose: LinkPurpose) {
  const { token, tokenHash } = createToken('l', memberId)
  const newEmail = purpose === 'change-email' ? { newEmail: `new-${memberId}@example.com` } : {}
  await db
    .transaction()
    .execute((trx) => insertLink(trx, { memberId, tokenHash, purpose, ...newEmail, expiresInMinutes: 10 }))
  return token
}

const listSessions = (memberId: string) =>
  db.selectFrom('session').select(['passwordResetUntil']).where('memberId', '=', memberId).execute()

const countOpenLinks = async (memberId: string) =>
  (
    await db
      .selectFrom('oneTimeLink')
      .select('purpose')
      .where('memberId', '=', memberId)
      .where('usedAt', 'is', null)
      .where('expiresAt', '>', sql<Date>`now()`)
      .execute()
  ).length

const set = (memberId: string, values: object) =>
  db.updateTable('member').set(values).where('memberId', '=', memberId).execute()

test.each(purposes)(
  'a %s link states its purpose, verifies the address and opens a session',
  async (purpose) => {
    const { memberId } = await givenMember({ isVerified: false })
    const session = await redeem(await givenLink(memberId, purpose))
    expect(session).toMatchObject({ purpose, user: { id: memberId, isEmailVerified: true } })
    expect((await callAs(deps, session.token)).member).toMatchObject({ memberId, isEmailVerified: true })
    const [opened] = await listSessions(memberId)
    expect(opened?.passwordResetUntil === null).toBe(purpose !== 'reset-password')
  },
)

test.each(purposes)('a %s link opened in a browser that is new to the account is noted', async (purpose) => {
  const { memberId } = await givenMember()
  const noted = () => readRows(db, 'accountChange', ['memberId'], { memberId, kind: 'new-device' })
  const open = async (userAgent: string, kind = purpose) =>
    redeemLink(deps, { ...visitor, userAgent }, { token: await givenLink(memberId, kind) })
  await open('Firefox on a desk', 'sign-in')
  expect(await noted()).toHaveLength(0)
  await open('Chrome on a phone')
  expect(await noted()).toHaveLength(1)
})

test.each(purposes)('fifty concurrent uses of one %s link open one session', async (purpose) => {
  const { memberId } = await givenMember()
  const token = await givenLink(memberId, purpose)
  const race = await queueOnMember(db, memberId, {
    calls: Array.from({ length: 50 }, () => () => redeem(token)),
  })
  expect(refusals(race)).toEqual(Array(49).fill('LINK_INVALID'))
  expect(await listSessions(memberId)).toHaveLength(1)
})

test.each(['verify-email', 'sign-in', 'reset-password'] as const)(
  'using a %s link ends the member’s other sign-in links, but not a pending change of address',
  async (purpose) => {
    const { memberId } = await givenMember()
    const others = [await givenLink(memberId, 'sign-in'), await givenLink(memberId, 'reset-password')]
    const move = await givenLink(memberId, 'change-email')
    await redeem(await givenLink(memberId, purpose))
    for (const token of others) await expect(redeem(token)).rejects.toMatchObject({ code: 'LINK_INVALID' })
    await expect(redeem(move)).resolves.toMatchObject({ purpose: 'change-email' })
  },
)

test('of two links of one member used at the same time one opens a session', async () => {
  const { memberId } = await givenMember()
  const tokens = [await givenLink(memberId, 'sign-in'), await givenLink(memberId, 'reset-password')]
  const race = await queueOnMember(db, memberId, {
    calls: tokens.map((token) => () => redeem(token)),
  })
  expect(refusals(race)).toEqual(['LINK_INVALID'])
})

test.each(purposes)('a used, expired, altered or truncated %s link does not work', async (purpose) => {
  const { memberId } = await givenMember()
  const other = await givenMember()
  const [used, open] = [await givenLink(memberId, purpose), await givenLink(memberId, purpose)]
  await db
    .updateTable('oneTimeLink')
    .set({ usedAt: sql<Date>`now()` })
    .where('tokenHash', '=', sql<Buffer>`sha256(${used}::bytea)`)
    .execute()
  const owner = createToken('l', other.memberId).token.slice(2, 24)
  const refused = [
    used,
    open.slice(0, -1),
    `${open}A`,
    open.replace('l_', 'u_'),
    `l_${owner}${open.slice(24)}`,
    `${open.slice(0, 24)}${createToken('l', memberId).token.slice(24)}`,
    (await givenSession(db, memberId)).token,
    'garbage',
    '\0',
  ]
  for (const token of refused) await expect(redeem(token)).rejects.toMatchObject({ code: 'LINK_INVALID' })

  await db
    .updateTable('oneTimeLink')
    .set({ expiresAt: sql<Date>`now() - interval '1 second'` })
    .where('memberId', '=', memberId)
    .execute()
  await expect(redeem(open)).rejects.toMatchObject({ code: 'LINK_INVALID', status: 400 })
  expect(await listSessions(memberId)).toHaveLength(1)
  expect(await listSessions(other.memberId)).toEqual([])
})

test('a closed account’s link says why it is refused, and works again when the account does', async () => {
  const { memberId } = await givenMember()
  const token = await givenLink(memberId, 'sign-in')
  await set(memberId, { suspendedAt: new Date(), suspensionReason: 'Two accounts' })
  await expect(redeem(token)).rejects.toMatchObject({
    code: 'ACCOUNT_SUSPENDED',
    failure: { params: { reason: 'Two accounts' } },
  })
  await set(memberId, { suspendedAt: null, suspensionReason: null, deletionDueAt: new Date() })
  await expect(redeem(token)).rejects.toMatchObject({ code: 'ACCOUNT_CLOSING' })
  expect([await countOpenLinks(memberId), await listSessions(memberId)]).toEqual([1, []])
  await set(memberId, { deletionDueAt: null })
  await expect(redeem(token)).resolves.toBeDefined()
})

test('an erased member’s links do not work and reveal nothing', async () => {
  const { memberId } = await givenMember()
  const token = await givenLink(memberId, 'sign-in')
  await set(memberId, { deletionDueAt: new Date() })
  await db.transaction().execute((trx) => markErased(trx, memberId))
  await expect(redeem(token)).rejects.toMatchObject({ code: 'LINK_INVALID' })
})

test('a network that has tried too many links has to wait', async () => {
  const { memberId } = await givenMember()
  const address = '198.51.100.9'
  await db
    .insertInto('throttle')
    .values({
      bucket: nameBucket('redeem-address', address),
      hits: 3000,
      expiresAt: sql<Date>`now() + interval '1 hour'`,
      blockedUntil: sql<Date>`now() + interval '1 hour'`,
    })
    .execute()
  const token = await givenLink(memberId, 'sign-in')
  const call = redeemLink(deps, { ...visitor, address }, { token })
  await expect(call).rejects.toMatchObject({ code: 'THROTTLED' })
  await expect(redeem(token)).resolves.toBeDefined()
})
