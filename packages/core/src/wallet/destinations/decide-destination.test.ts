import type { Permission } from '@chuma/contract/admin/permissions'
import { getDestinationFacts, listDestinations } from '@chuma/db/queries/wallet/destinations'
import { createTestDb } from '@chuma/db/testing'
import { afterAll, expect, test } from 'vitest'
import { type Destination, hashDestination } from '../../account/destinations.ts'
import { finance } from '../../payouts/testing.ts'
import { createTestDeps, givenMember, giveRole } from '../../testing.ts'
import { freeDestination, listMemberDestinations, releaseDestination } from './decide-destination.ts'
import { nameDestination, proveDestination } from './name-destination.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createTestDeps(db)
const reason = 'They showed the SIM card'

let numbers = 0
const freshNumber = (): Destination => ({ method: 'mpesa', value: `2547${String(71_000_000 + numbers++)}` })

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
const factsOf = (memberId: string, number: Destination) =>
  getDestinationFacts(db, { memberId, hashes: hashDestination(deps.secrets, number) })

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
  expect(race.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
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
