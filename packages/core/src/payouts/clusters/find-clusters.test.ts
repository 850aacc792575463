import { listInvitationsOf } from '@chuma/db/queries/payouts/clusters'
import { addMembers, createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createTestDeps } from '../../testing.ts'
import { finance } from '../testing.ts'
import { decideCluster, getCluster, listClusters } from './clusters.ts'
import { findClusters } from './keep-clusters.ts'
import {
  clusterOf,
  declarePhone,
  givenAccount,
  givenFarm,
  givenRequest,
  listHoldsOf,
  newDevice,
} from './testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createTestDeps(db)

beforeEach(async () => {
  await db.deleteFrom('clusterEdge').execute()
  await db.deleteFrom('clusterMember').execute()
  await db.deleteFrom('cluster').execute()
  await db.deleteFrom('session').execute()
  await db.deleteFrom('destinationClaimant').execute()
  await db.deleteFrom('memberMailbox').execute()
})

const list = () => listClusters(deps, { limit: 100 })
async function theCluster() {
  const [found, ...others] = await list()
  if (!found || others.length > 0) throw new Error('expected one cluster')
  return getCluster(deps, { id: found.id })
}
const decide = async (decision: 'hold' | 'release' | 'dismiss') => {
  const { id, version } = await theCluster()
  return decideCluster(deps, finance, { id, version, decision, reason: 'Because' })
}

test('an invitation counts for more between two who came from one network with the same kind of phone', async () => {
  const [network, elsewhere] = [newDevice(), newDevice()]
  const inviterId = await givenAccount(db, { device: network })
  const friends = [
    await givenAccount(db, { device: network, inviterId }),
    await givenAccount(db, { device: elsewhere, inviterId }),
  ]
  const found = await listInvitationsOf(db, [inviterId], { deviceDays: 90 })
  expect(new Map(found.map(({ friendId, sharesNetwork }) => [friendId, sharesNetwork]))).toEqual(
    new Map(friends.map((friendId, at) => [friendId, at === 0])),
  )
})

test('a farm of twelve is found once, with its reasons and what is at stake', async () => {
  const farm = await givenFarm(db)
  await findClusters(deps)
  await findClusters(deps)
  const cluster = await theCluster()
  expect(cluster).toMatchObject({
    score: 100,
    state: 'found',
    version: 1,
    memberCount: 12,
    points: 120,
    amountKes: 120_000,
  })
  expect(cluster.members.map(({ userId }) => userId)).toEqual(farm)
  expect(cluster.reasons[0]).toMatchObject({ code: 'one-destination', count: 7, method: 'bank' })
  expect(cluster.members[0]?.edgeKinds).toEqual(['destination', 'device', 'invitation', 'timing'])
})

test('Aliases cash out unreviewed: five sign-ups from one mailbox on one phone are one cluster that waits', async () => {
  const device = newDevice()
  for (const tag of ['', '+1', '+2', '+3', '+4'])
    await givenAccount(db, {
      device,
      mailbox: `ali.as${tag}@gmail.com`,
      destination: 'one bank',
      method: 'bank',
    })
  await findClusters(deps)
  const { score, reasons } = await theCluster()
  expect(score).toBeGreaterThanOrEqual(50)
  expect(reasons).toContainEqual(expect.objectContaining({ code: 'one-mailbox', count: 5 }))
})

test('300 honest members behind one address, some invited by others, form no cluster', async () => {
  const members = await addMembers(db, 300)
  await sql`insert into session (member_id, token_hash, address, user_agent)
    select member_id, sha256(member_id::text::bytea), '198.51.100.7', 'Android 10; K'
    from unnest(${members}::uuid[]) as one (member_id)`.execute(db)
  await findClusters(deps)
  expect(await list()).toEqual([])
})

test('a family of four with one phone and four numbers waits for no decision', async () => {
  const device = newDevice()
  const first = await givenAccount(db, { device, destination: 'number 0', isProven: true })
  for (const n of [1, 2, 3])
    await givenAccount(db, {
      device,
      destination: `number ${n}`,
      isProven: true,
      inviterId: first,
      minute: n * 4,
    })
  await findClusters(deps)
  expect((await list()).filter(({ score }) => score >= 50)).toEqual([])
})

test('a worker that dies after a page loses nothing: the next one continues there', async () => {
  await givenFarm(db)
  const die = () => {
    throw new Error('killed')
  }
  await expect(findClusters(deps, { pageSize: 5, afterPage: die })).rejects.toThrow('killed')
  await findClusters(deps, { pageSize: 5 })
  expect(await theCluster()).toMatchObject({ memberCount: 12 })
  const search = await db.selectFrom('clusterSearch').select('afterMemberId').executeTakeFirstOrThrow()
  expect(search.afterMemberId).toBeNull()
})

test('two workers at once find a farm once', async () => {
  await givenFarm(db)
  await Promise.all([findClusters(deps, { pageSize: 3 }), findClusters(deps, { pageSize: 3 })])
  expect(await theCluster()).toMatchObject({ memberCount: 12, score: 100 })
})

test('clusters that turn out to be one keep the id of the older', async () => {
  const one = await givenFarm(db, { size: 4, paidToOne: 4 })
  await findClusters(deps)
  const older = await clusterOf(db, one[0] ?? '')
  const two = await givenFarm(db, { size: 4, paidToOne: 4 })
  await findClusters(deps)
  expect(await list()).toHaveLength(2)

  for (const mailbox of [one, two])
    await sql`insert into member_mailbox (mailbox_hash, member_id)
      values (mailbox_hash('both@example.com'), ${mailbox[0]})`.execute(db)
  await findClusters(deps)
  expect(await theCluster()).toMatchObject({ id: older, memberCount: 8, state: 'found' })
})

test('an account that joins a held cluster is held too', async () => {
  const farm = await givenFarm(db, { size: 4, paidToOne: 4 })
  await findClusters(deps)
  await decide('hold')
  const { destinationHash } = await db
    .selectFrom('destinationClaimant')
    .select('destinationHash')
    .executeTakeFirstOrThrow()
  const fifth = await givenAccount(db, { inviterId: farm[0] })
  await givenRequest(db, fifth)
  await sql`insert into destination_claimant values (${destinationHash}, ${fifth})`.execute(db)
  await findClusters(deps)
  expect(await theCluster()).toMatchObject({ state: 'held', memberCount: 5 })
  expect(await listHoldsOf(db, [fifth])).toMatchObject([{ endedAt: null }])
})

test('a held farm that declares a shared phone stays held', async () => {
  const farm = await givenFarm(db, { size: 4, paidToOne: 0 })
  await findClusters(deps)
  await decide('hold')
  for (const memberId of farm) await declarePhone(db, memberId)
  await findClusters(deps)
  expect(await theCluster()).toMatchObject({ state: 'held', memberCount: 4 })
})

test('a farm that has declared its phone is found by its bank account, and five without one are not', async () => {
  await givenFarm(db, { size: 5, paidToOne: 0, sharesPhone: true })
  await findClusters(deps)
  expect(await list()).toEqual([])
  await givenFarm(db, { size: 5, paidToOne: 5, sharesPhone: true })
  await findClusters(deps)
  const { score, reasons } = await theCluster()
  expect(score).toBeGreaterThanOrEqual(50)
  expect(reasons.map(({ code }) => code)).toContain('one-device')
})

test('a dismissed family does not come back for the same reasons, and does for a new one', async () => {
  const family = await givenFarm(db, { size: 4, paidToOne: 0 })
  await findClusters(deps)
  await decide('dismiss')
  await findClusters(deps)
  expect(await theCluster()).toMatchObject({ state: 'dismissed' })

  for (const memberId of family.slice(0, 2))
    await sql`insert into member_mailbox (mailbox_hash, member_id)
      values (mailbox_hash('family@example.com'), ${memberId})`.execute(db)
  await findClusters(deps)
  expect(await theCluster()).toMatchObject({ state: 'found' })
})

test('members that no longer belong together leave a cluster nobody has decided about', async () => {
  const farm = await givenFarm(db, { size: 4, paidToOne: 0 })
  await findClusters(deps)
  expect(await list()).toHaveLength(1)
  await db.deleteFrom('session').execute()
  await sql`update member_seen set last_seen_at = now() where member_id = any(${farm}::uuid[])`.execute(db)
  await findClusters(deps)
  expect(await list()).toEqual([])
  expect(await clusterOf(db, farm[0] ?? '')).toBeUndefined()
})
