import { getDestinationFacts, listDestinations } from '@chuma/db/queries/wallet/destinations'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Destination, hashDestination } from '../account/destinations.ts'
import { decideWithdrawal } from '../payouts/approvals/decide-withdrawal.ts'
import { finance, givenWithdrawal, newReceipt } from '../payouts/testing.ts'
import { givenMember, openTestDb, testSecrets } from '../testing.ts'
import { nameDestination, proveDestination } from '../wallet/destinations/name-destination.ts'
import { movePlainDestinations, rotateSecrets } from './seal-stored.ts'
import { createSecrets } from './secrets.ts'

const { db, deps } = await openTestDb()
const [oldKey, newKey] = [Buffer.alloc(32, 7), Buffer.alloc(32, 8)]
const rotating = createSecrets([newKey, oldKey])
const rotated = createSecrets([newKey])

const factsOf = (memberId: string, destination: Destination, secrets = testSecrets) =>
  getDestinationFacts(db, { memberId, hashes: hashDestination(secrets, destination) })

/** A withdrawal of an earlier version, which nobody's destination is known of. */
async function givenEarlier(options: Parameters<typeof givenWithdrawal>[1], paidDaysAgo: number | null) {
  const given = await givenWithdrawal(db, options)
  if (paidDaysAgo !== null) {
    await decideWithdrawal(deps, finance, { id: given.id, status: 'approved', adminNotes: '' })
    await decideWithdrawal(deps, finance, { id: given.id, status: 'paid', adminNotes: newReceipt() })
  }
  for (const table of ['payout_destination', 'destination_owner', 'destination_claimant'])
    await sql`delete from ${sql.table(table)} where member_id = ${given.memberId}`.execute(db)
  await sql`
    insert into destination_backlog (member_id, withdrawal_id, named_at, paid_at)
    values (${given.memberId}, ${given.id}, now() - interval '90 days',
      now() - make_interval(days => ${paidDaysAgo}::int))
  `.execute(db)
  return given
}

test('destinations of an earlier version are named, and the first payment proves whose one is', async () => {
  const accountNumber = '1234567890'
  const later = await givenEarlier({ method: 'bank', accountNumber }, 10)
  const first = await givenEarlier({ method: 'bank', accountNumber }, 20)
  const unpaid = await givenEarlier({ mpesaNumber: '254712000111' }, null)
  const member = await givenMember(db)
  await sql`
    insert into destination_backlog (member_id, mpesa_number, named_at)
    values (${member.memberId}, '254712000111', now() - interval '50 days')
  `.execute(db)
  const isMore = await Promise.all([movePlainDestinations(deps), movePlainDestinations(deps)])
  expect(isMore).toEqual([false, false])
  const account: Destination = { method: 'bank', value: `KCB ${accountNumber}` }
  const number: Destination = { method: 'mpesa', value: '0712000111' }
  expect(await factsOf(first.memberId, account)).toMatchObject({
    isOwn: true,
    provenBy: 'payment',
    wasPaidThere: true,
    otherClaimants: 1,
  })
  expect(await factsOf(later.memberId, account)).toMatchObject({ isOfAnother: true, wasPaidThere: true })
  expect(await factsOf(unpaid.memberId, number)).toMatchObject({ isOwn: false, otherClaimants: 1 })
  const { namedAt } = await factsOf(unpaid.memberId, number)
  expect(Date.now() - namedAt.getTime()).toBeGreaterThan(89 * 86_400_000)
  expect(await db.selectFrom('destinationBacklog').selectAll().execute()).toEqual([])
})

test('a rotation moves destinations, owners and claims to the new key, and nobody can claim one meanwhile', async () => {
  const number: Destination = { method: 'mpesa', value: '254712000222' }
  const [owner, other] = [await givenMember(db), await givenMember(db)]
  const about = { ...deps, secrets: rotating }
  await db.transaction().execute(async (trx) => {
    await proveDestination(trx, deps, { memberId: owner.memberId, ...number, by: 'code' })
    await nameDestination(trx, deps, { memberId: other.memberId, ...number })
  })
  const prove = () =>
    db
      .transaction()
      .execute((trx) => proveDestination(trx, about, { memberId: other.memberId, ...number, by: 'code' }))
  expect(await prove(), 'before').toBe('of-another')
  const [during] = await Promise.all([prove(), rotateSecrets({ db, secrets: rotating }, () => {})])
  expect(during).toBe('of-another')
  await rotateSecrets({ db, secrets: rotating }, () => {})
  expect(await prove(), 'after').toBe('of-another')
  expect(await factsOf(owner.memberId, number, rotated)).toMatchObject({
    isOwn: true,
    provenBy: 'code',
    otherClaimants: 1,
  })
  expect(await listDestinations(db, other.memberId)).toHaveLength(1)
  expect(await factsOf(owner.memberId, number), 'with the old key').toMatchObject({
    isOwn: false,
    otherClaimants: 0,
  })
})

test('a destination that a process without the new key named meanwhile becomes one with the other', async () => {
  const number: Destination = { method: 'mpesa', value: '254712000333' }
  const { memberId } = await givenMember(db)
  const name = (secrets: typeof rotated) =>
    db
      .transaction()
      .execute((trx) => proveDestination(trx, { secrets }, { memberId, ...number, by: 'payment' }))
  await name(rotated)
  await name(testSecrets)
  expect(await listDestinations(db, memberId)).toHaveLength(2)
  await rotateSecrets({ db, secrets: rotating }, () => {})
  expect(await listDestinations(db, memberId)).toHaveLength(1)
  expect(await factsOf(memberId, number, rotated)).toMatchObject({ isOwn: true, wasPaidThere: true })
})
