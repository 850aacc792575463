import type { Permission } from '@chuma/contract/admin/permissions'
import { getDestinationFacts, listDestinations } from '@chuma/db/queries/wallet/destinations'
import { countWaitingOnLock, createTestDb } from '@chuma/db/testing'
import { afterAll, expect, test } from 'vitest'
import { type Destination, hashDestination, normaliseDestination } from '../../account/destinations.ts'
import { finance, newNumber } from '../../payouts/testing.ts'
import { createTestDeps, givenMember, giveRole, readRows, refusals, testSecrets } from '../../testing.ts'
import { freeDestination, listMemberDestinations, releaseDestination } from './decide-destination.ts'
import { nameDestination, proveDestination } from './name-destination.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createTestDeps(db)
const freshNumber = (): Destination => ({ method: 'mpesa', value: newNumber() })

const name = (memberId: string, destination: Destination) =>
  db.transaction().execute((trx) => nameDestination(trx, deps, { memberId, ...destination }))

const prove = (memberId: string, destination: Destination, by: 'code' | 'payment' | 'staff' = 'code') =>
  db.transaction().execute((trx) => proveDestination(trx, deps, { memberId, ...destination, by }))

const factsOf = (memberId: string, destination: Destination) =>
  getDestinationFacts(db, { memberId, hashes: hashDestination(deps.secrets, destination) })

test('two members may name a destination, and it belongs to the first who proves it', async () => {
  const [one, other] = [await givenMember(db), await givenMember(db)]
  const number = freshNumber()
  expect(await name(one.memberId, number)).toMatchObject({ isNew: true })
  expect(await name(other.memberId, number)).toMatchObject({ isNew: true })
  expect(await name(other.memberId, number)).toMatchObject({ isNew: false })
  const open = { isOwn: false, isOfAnother: false, otherClaimants: 1, provenAt: null }
  expect(await factsOf(one.memberId, number)).toMatchObject(open)
  expect(await factsOf(other.memberId, number)).toMatchObject(open)
  expect(await prove(other.memberId, number)).toBe('proven')
  expect(await prove(other.memberId, number, 'staff'), 'again').toBe('proven')
  expect(await factsOf(other.memberId, number)).toMatchObject({ isOwn: true, provenBy: 'code' })
  expect(await factsOf(one.memberId, number)).toMatchObject({ isOwn: false, isOfAnother: true })
})

test('a proof of a destination of another moves nothing, and staff find it in the audit log once', async () => {
  const [owner, later] = [await givenMember(db), await givenMember(db)]
  const number = freshNumber()
  await prove(owner.memberId, number, 'payment')
  expect(await prove(later.memberId, number)).toBe('of-another')
  expect(await prove(later.memberId, number)).toBe('of-another')
  expect(await factsOf(owner.memberId, number)).toMatchObject({ isOwn: true, wasPaidThere: true })
  const entries = await readRows(db, 'auditEntry', ['action', 'after'], {
    subject: `member:${later.memberId}`,
  })
  expect(entries).toEqual([{ action: 'destination.disputed', after: { method: 'mpesa', by: 'code' } }])
  expect(JSON.stringify(entries)).not.toContain(owner.memberId)
})

test('of two members who prove one destination at the same moment, one becomes its owner', async () => {
  const members = [await givenMember(db), await givenMember(db)]
  const number = freshNumber()
  const first = await db.startTransaction().execute()
  const winner = await proveDestination(first, deps, {
    memberId: members[0]?.memberId ?? '',
    ...number,
    by: 'code',
  })
  // Has looked for an owner and found none, and waits for the first one's insert.
  const waiting = prove(members[1]?.memberId ?? '', number)
  await expect.poll(() => countWaitingOnLock(db)).toBe(1)
  await first.commit().execute()
  expect([winner, await waiting]).toEqual(['proven', 'of-another'])
})

test('a bank account is one destination at every spelling of its bank', async () => {
  const members = await Promise.all(Array.from({ length: 5 }, () => givenMember(db)))
  const spellings = [
    'Equity Bank',
    'EQUITY',
    'Equity Bank (K) Ltd',
    'equity bank kenya',
    'Equity, Moi Avenue',
  ]
  for (const [n, spelling] of spellings.entries())
    await name(members[n]?.memberId ?? '', { method: 'bank', value: `${spelling} 0110293847566` })
  const account: Destination = { method: 'bank', value: 'Equity 0110293847566' }
  for (const { memberId } of members)
    expect(await factsOf(memberId, account)).toMatchObject({ otherClaimants: 4 })
  expect(await prove(members[3]?.memberId ?? '', account, 'payment')).toBe('proven')
  expect(await factsOf(members[0]?.memberId ?? '', account)).toMatchObject({ isOfAnother: true })
})

test('the facts say where the member was paid', async () => {
  const member = await givenMember(db)
  const [paid, fresh] = [freshNumber(), freshNumber()]
  await prove(member.memberId, paid, 'payment')
  expect(await factsOf(member.memberId, paid)).toMatchObject({ wasPaidThere: true, wasPaidElsewhere: false })
  expect(await factsOf(member.memberId, fresh)).toMatchObject({ wasPaidThere: false, wasPaidElsewhere: true })
})

test('no table shows a destination', async () => {
  const { memberId } = await givenMember(db)
  await name(memberId, { method: 'mpesa', value: '254712399997' })
  const rows = await db.selectFrom('payoutDestination').selectAll().where('memberId', '=', memberId).execute()
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain('254712399997')
})

const reason = 'They showed the SIM card'

async function givenNamed(number: Destination, by?: 'code') {
  const { memberId } = await givenMember(db)
  const named = { memberId, ...number }
  await db.transaction().execute(async (trx) => {
    await nameDestination(trx, deps, named)
    if (by) await proveDestination(trx, deps, { ...named, by })
  })
  const [row] = await listDestinations(db, memberId)
  return { memberId, destinationId: row?.destinationId ?? '', reason }
}

test('a squatter’s number is freed by staff, and its true owner proves it', async () => {
  const number = freshNumber()
  const [squatter, owner] = [await givenNamed(number, 'code'), await givenNamed(number)]
  await expect(releaseDestination(deps, finance, owner)).rejects.toMatchObject({ code: 'ACCOUNT_STATE' })
  await freeDestination(deps, finance, squatter)
  expect(await factsOf(squatter.memberId, number)).toMatchObject({ isOwn: false, provenAt: null })
  await expect(freeDestination(deps, finance, squatter)).rejects.toMatchObject({ code: 'ACCOUNT_STATE' })
  await releaseDestination(deps, finance, owner)
  expect(await factsOf(owner.memberId, number)).toMatchObject({ isOwn: true, provenBy: 'staff' })
  expect(await factsOf(squatter.memberId, number)).toMatchObject({ isOfAnother: true })
  await expect(releaseDestination(deps, finance, owner)).rejects.toMatchObject({ code: 'ACCOUNT_STATE' })
  const entries = await db
    .selectFrom('auditEntry')
    .select(['actor', 'action', 'subject', 'reason', 'after'])
    .where('action', 'in', ['destination.freed', 'destination.released'])
    .orderBy('entryId')
    .execute()
  expect(entries).toMatchObject([
    { action: 'destination.freed', subject: `member:${squatter.memberId}`, reason },
    { action: 'destination.released', subject: `member:${owner.memberId}`, actor: finance.name },
  ])
  expect(JSON.stringify(entries), 'masked').not.toContain(number.value)
})

test('nobody decides about a destination that one of their own accounts named', async () => {
  const number = freshNumber()
  const [victim, own] = [await givenNamed(number, 'code'), await givenNamed(number)]
  await giveRole(db, own.memberId, { role: 'finance' })
  const me = { name: `member:${own.memberId}`, address: null }
  for (const wish of [own, victim]) {
    await expect(releaseDestination(deps, me, wish)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(freeDestination(deps, me, wish)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  }
  expect(await factsOf(victim.memberId, number)).toMatchObject({ isOwn: true })
})

test('a destination of another member, or an unknown one, is not found', async () => {
  const [mine, other] = [await givenNamed(freshNumber()), await givenNamed(freshNumber())]
  const wrong = { ...mine, destinationId: other.destinationId }
  await expect(releaseDestination(deps, finance, wrong)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('of two members released at the same moment one gets the destination', async () => {
  const number = freshNumber()
  const wishes = [await givenNamed(number), await givenNamed(number)]
  const race = await Promise.allSettled(wishes.map((wish) => releaseDestination(deps, finance, wish)))
  expect(refusals(race)).toEqual(['ACCOUNT_STATE'])
})

test('only staff who may read payout details see who shares a destination, and nobody sees it whole', async () => {
  const number = freshNumber()
  const [owner, namer] = [await givenNamed(number, 'code'), await givenNamed(number)]
  const nobody = { member: null, staff: null, address: null, userAgent: null }
  const list = (permissions: readonly Permission[]) => {
    const caller = { ...nobody, apiKey: { keyId: '', name: 'desk', permissions } }
    return listMemberDestinations(deps, caller, { memberId: namer.memberId })
  }
  expect(await list(['members:read', 'payout-details:read'])).toMatchObject([
    {
      destination: `${number.value.slice(0, 4)}•••••${number.value.slice(-3)}`,
      isProven: false,
      sharing: {
        isOfAnother: true,
        count: 1,
        others: [{ id: owner.memberId, name: 'Amina Otieno', isOwner: true }],
      },
    },
  ])
  expect(await list(['members:read'])).toMatchObject([{ isProven: false, sharing: null }])
})

const bank = (value: string): Destination => ({ method: 'bank', value })
const mpesa = (value: string): Destination => ({ method: 'mpesa', value })
const paypal = (value: string): Destination => ({ method: 'paypal', value })

test.each([
  [mpesa('0712345678'), mpesa('+254 712 345 678')],
  [mpesa('254112345678'), mpesa('0112345678')],
  [paypal('Amina.Otieno+pay@gmail.com'), paypal('aminaotieno@googlemail.com')],
  [bank('Equity Bank 0123456789'), bank('EQUITY 0123456789')],
  [bank('Equity Bank (K) Ltd, Moi Avenue 0123456789'), bank('Equity 123456789')],
  [bank('Kenya Commercial Bank 1234567890'), bank('KCB Bank Kenya 1234567890')],
  [bank('Co-operative Bank of Kenya 0112233445566'), bank('Co-op Bank 0112233445566')],
  [bank('I&M Bank 0112233445566'), bank('I and M 0112233445566')],
  [bank('Barclays Bank 2020202020'), bank('ABSA Bank Kenya PLC 2020202020')],
  [bank('Commercial Bank of Africa 2020202020'), bank('NCBA 2020202020')],
  [bank('Standard Chartered Bank 2020202020'), bank('StanChart 2020202020')],
  [bank('Mwalimu Sacco 2020202020'), bank('MWALIMU-SACCO 2020202020')],
])('%j and %j are one destination', (one, other) => {
  expect(normaliseDestination(one)).toBe(normaliseDestination(other))
  expect(hashDestination(testSecrets, one)).toEqual(hashDestination(testSecrets, other))
})

test.each([
  [mpesa('0712345678'), mpesa('0712345679')],
  [bank('Equity Bank 0123456789'), bank('Equity Bank 0123456780')],
  [bank('Equity Bank 0123456789'), bank('KCB 0123456789')],
  [bank('Commercial Bank of Africa 2020202020'), bank('Kenya Commercial Bank 2020202020')],
  [bank('Mwalimu Sacco 2020202020'), bank('Stima Sacco 2020202020')],
  [paypal('amina@example.com'), paypal('amina@example.org')],
  [mpesa('254712345678'), bank('Equity 254712345678')],
])('%j and %j are two', (one, other) => {
  expect(normaliseDestination(one)).not.toBe(normaliseDestination(other))
})
