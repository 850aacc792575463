import { listInvitationsOf } from '@chuma/db/queries/payouts/clusters'
import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createTestDeps, readRow } from '../../testing.ts'
import { finance } from '../testing.ts'
import { decideCluster, getCluster, listClusters } from './clusters.ts'
import { type ClusterFacts, findEdges, groupMembers, type Person } from './find-groups.ts'
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
  const { destinationHash } = await readRow(db, 'destinationClaimant', ['destinationHash'])
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

const at = (minute: number) => new Date(Date.UTC(2026, 0, 5, 12, minute))

const person = (changed: Partial<Person> = {}): Person => ({
  signedUpAt: at(0),
  sharesPhone: false,
  earnings: [],
  ...changed,
})

/** Accounts `a`, `b`… that signed up days apart, except for what is given. */
const people = (count: number, changed: Partial<Person> = {}) =>
  new Map(
    Array.from({ length: count }, (_, index) => [
      `m${String(index).padStart(3, '0')}`,
      person({ signedUpAt: new Date(Date.UTC(2026, 0, 5 + index)), ...changed }),
    ]),
  )

const facts = (given: Partial<ClusterFacts> & Pick<ClusterFacts, 'people'>): ClusterFacts => ({
  things: [],
  invitations: [],
  browsers: [],
  ...given,
})

const names = (of: ClusterFacts['people']) => [...of.keys()]
const sizes = (given: ClusterFacts) => groupMembers(findEdges(given)).map(({ length }) => length)
const earnedAt = (...minutes: number[]) => minutes.map((minute) => ({ kind: 'survey', at: at(minute) }))

test.each([
  ['mailbox', 60],
  ['destination', 60],
  ['device', 30],
] as const)('two accounts with one %s have an edge of %i', (kind, weight) => {
  const two = people(2)
  expect(findEdges(facts({ people: two, things: [{ kind, members: names(two) }] }))).toEqual([
    { memberId: 'm000', otherId: 'm001', kind, weight },
  ])
})

test('an invitation alone is an edge, and connects nobody', () => {
  const three = people(3)
  const invitations = [
    { memberId: 'm000', friendId: 'm001', sharesNetwork: false },
    { memberId: 'm001', friendId: 'm002', sharesNetwork: false },
  ]
  expect(findEdges(facts({ people: three, invitations }))).toHaveLength(2)
  expect(sizes(facts({ people: three, invitations }))).toEqual([])
})

test('sign-ups in the same minutes are no reason without another', () => {
  expect(findEdges(facts({ people: people(9, { signedUpAt: at(0) }) }))).toEqual([])
})

test('one phone, one inviter and the same minutes together connect', () => {
  const together = people(3, { signedUpAt: at(0) })
  const phone = [{ kind: 'device' as const, members: names(together) }]
  expect(sizes(facts({ people: together, things: phone }))).toEqual([])
  const invitations = ['m000', 'm001', 'm002'].map((friendId) => ({
    memberId: 'x',
    friendId,
    sharesNetwork: false,
  }))
  expect(sizes(facts({ people: together, things: phone, invitations }))).toEqual([3])
})

test('earning the same things in the same minutes, five times, connects accounts on one phone', () => {
  const [lockstep, fewer] = [earnedAt(1, 60, 120, 180, 240), earnedAt(1, 60, 120, 180)]
  const farm = people(3, { earnings: lockstep })
  const things = [{ kind: 'device' as const, members: names(farm) }]
  expect(sizes(facts({ people: farm, things }))).toEqual([3])
  const family = people(3, { signedUpAt: at(0), earnings: fewer })
  expect(sizes(facts({ people: family, things }))).toEqual([])
})

test('one phone with more accounts than a household may declare connects them', () => {
  const onePhone = (count: number) => {
    const members = people(count)
    return sizes(facts({ people: members, things: [{ kind: 'device' as const, members: names(members) }] }))
  }
  expect(onePhone(5)).toEqual([])
  expect(onePhone(6)).toEqual([6])
})

test('a browser that opened two accounts is one device', () => {
  const two = people(2)
  const browsers = [{ memberId: 'm001', otherId: 'm000' }]
  expect(findEdges(facts({ people: two, browsers }))).toEqual([
    { memberId: 'm000', otherId: 'm001', kind: 'device', weight: 30 },
  ])
})

test('300 honest members behind one address with one kind of phone form no cluster', () => {
  const district = people(300, { signedUpAt: at(0) })
  const things = [{ kind: 'device' as const, members: names(district) }]
  const invitations = names(district)
    .slice(1)
    .map((friendId) => ({ memberId: 'm000', friendId, sharesNetwork: true }))
  expect(sizes(facts({ people: district, things, invitations }))).toEqual([])
})

test('on a phone that looks like a network, invitations connect those who share numbers', () => {
  const farm = people(300)
  const all = names(farm)
  const invite = (sharesNetwork: boolean) =>
    all.slice(1).map((friendId, at) => ({ memberId: all[Math.floor(at / 3)] ?? '', friendId, sharesNetwork }))
  // A number for every three accounts.
  const things = all.slice(0, 100).map((name, at) => ({
    kind: 'destination' as const,
    members: [name, all[at + 100] ?? '', all[at + 200] ?? ''],
  }))
  expect(sizes(facts({ people: farm, things, invitations: invite(true) }))).toEqual([300])
  expect(sizes(facts({ people: farm, things, invitations: invite(false) }))).toEqual(things.map(() => 3))
})

test('a destination of thousands of accounts makes one edge for each, not for each pair', () => {
  const many = people(400)
  const edges = findEdges(facts({ people: many, things: [{ kind: 'destination', members: names(many) }] }))
  expect(edges).toHaveLength(399)
  expect(groupMembers(edges)).toHaveLength(1)
})

const onePhone = (count: number, changed: Partial<Person>) => {
  const household = people(count, { signedUpAt: at(0), sharesPhone: true, ...changed })
  const invitations = names(household)
    .slice(1)
    .map((friendId) => ({ memberId: 'm000', friendId, sharesNetwork: false }))
  return facts({ people: household, things: [{ kind: 'device', members: names(household) }], invitations })
}

test('up to five accounts that declare to share a phone have no edge because of it', () => {
  expect(sizes(onePhone(5, {}))).toEqual([])
  expect(findEdges(onePhone(5, {})).filter(({ kind }) => kind === 'device')).toEqual([])
  expect(sizes(onePhone(5, { sharesPhone: false }))).toEqual([5])
})

test('a sixth account that declares it makes all of them count', () => {
  expect(sizes(onePhone(6, {}))).toEqual([6])
})

test('one that does not declare it stays connected with all', () => {
  const given = onePhone(4, {})
  const quiet = new Map([...given.people, ['m000', { ...person(), sharesPhone: false }]])
  const devices = findEdges({ ...given, people: quiet }).filter(({ kind }) => kind === 'device')
  expect(devices.every(({ memberId }) => memberId === 'm000')).toBe(true)
  expect(devices).toHaveLength(3)
})

test.each(['destination', 'mailbox'] as const)(
  'a farm that declares a phone and has one %s gains nothing',
  (kind) => {
    const given = onePhone(5, {})
    const things = [...given.things, { kind, members: ['m001', 'm003'] }]
    expect(sizes({ ...given, things })).toEqual([5])
  },
)

test('six accounts that declare one phone and change addresses are still six', () => {
  const six = people(6, { sharesPhone: true, signedUpAt: at(0) })
  const all = names(six)
  const things = [all.slice(0, 4), all.slice(2)].map((members) => ({ kind: 'device' as const, members }))
  expect(
    findEdges(facts({ people: six, things })).filter(({ kind }) => kind === 'device').length,
  ).toBeGreaterThan(0)
})
