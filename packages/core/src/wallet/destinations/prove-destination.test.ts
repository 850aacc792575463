import { getDestinationFacts } from '@chuma/db/queries/wallet/destinations'
import { countWaitingOnLock, createTestDb } from '@chuma/db/testing'
import { afterAll, expect, test } from 'vitest'
import { type Destination, hashDestination } from '../../account/destinations.ts'
import { createTestDeps, givenMember, readRows } from '../../testing.ts'
import { nameDestination, proveDestination } from './name-destination.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createTestDeps(db)

let numbers = 0
const freshNumber = (): Destination => ({ method: 'mpesa', value: `2547${String(70_000_000 + numbers++)}` })

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
