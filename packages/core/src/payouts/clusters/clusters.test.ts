import { CLUSTER_ATTENTION, type ClusterEdge } from '@chuma/contract/payouts/clusters'
import type { Db } from '@chuma/db/client'
import { createTestDb, startTogether } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createTestDeps, giveRole, readRow, readRows, refusals } from '../../testing.ts'
import { reviewHoldsOf } from '../holds/review-holds.ts'
import { finance, takeJobs } from '../testing.ts'
import { decideCluster, getCluster, previewCluster } from './clusters.ts'
import {
  type ClusterFacts,
  findBurst,
  findEdges,
  type ScoredCluster,
  type SharedThing,
  scoreCluster,
} from './find-groups.ts'
import { findClusters } from './keep-clusters.ts'
import { clusterOf, givenAccount, givenFarm, givenRequest, insertRequest, listHoldsOf } from './testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createTestDeps(db)

/** A farm of four that is found, of which the first two asked for money. */
async function givenCluster() {
  const members = await givenFarm(db, { size: 4, paidToOne: 4 })
  const requests = [await givenRequest(db, members[0] ?? ''), await givenRequest(db, members[1] ?? '')]
  await findClusters(deps)
  const id = (await clusterOf(db, members[0] ?? '')) ?? ''
  const decide = async (
    decision: 'hold' | 'release' | 'pause' | 'dismiss',
    by: Parameters<typeof decideCluster>[1] = finance,
  ) => {
    const { version } = await previewCluster(deps, by, { id })
    return decideCluster(deps, by, { id, version, decision, reason: 'One person' })
  }
  const isHeld = (memberId: string | undefined) => isClusterHeld(db, memberId ?? '')
  return { members, requests, id, decide, isHeld }
}

async function isClusterHeld(at: Db, memberId: string): Promise<boolean> {
  const held = sql`select from cluster join cluster_member using (cluster_id)
    where member_id = ${memberId} and state = 'held'`
  return (await held.execute(at)).rows.length > 0
}

const listEntries = (members: readonly string[], action: string) =>
  db
    .selectFrom('auditEntry')
    .select(['actor', 'reason'])
    .where('action', '=', action)
    .where(
      'subject',
      'in',
      members.map((memberId) => `member:${memberId}`),
    )
    .execute()

test('the effect is shown before anything is decided', async () => {
  const { id, members } = await givenCluster()
  expect(await previewCluster(deps, finance, { id })).toEqual({
    version: 1,
    state: 'found',
    memberCount: 4,
    openWithdrawals: 2,
    openKes: 4000,
    paidKes: 0,
    pausedCount: 0,
    heldWithdrawals: 0,
    ownAccounts: [],
    decisions: ['hold', 'pause', 'dismiss'],
  })
  expect(await listHoldsOf(db, members)).toEqual([])
})

test('holding holds every open withdrawal and new ones, and writes one entry for each member', async () => {
  const { members, requests, decide, isHeld } = await givenCluster()
  expect(await isHeld(members[3])).toBe(false)
  expect(await decide('hold')).toMatchObject({ state: 'held', decidedBy: 'staff:fatuma' })
  const holds = await listHoldsOf(db, members)
  expect(holds.map(({ subjectId }) => subjectId).sort()).toEqual(requests.toSorted())
  expect(await isHeld(members[3])).toBe(true)
  expect(await listEntries(members, 'cluster.held')).toEqual(
    members.map(() => ({ actor: 'staff:fatuma', reason: 'One person' })),
  )
})

test('releasing ends the holds, and holding again holds again', async () => {
  const { members, decide, isHeld } = await givenCluster()
  await decide('hold')
  expect(await decide('release')).toMatchObject({ state: 'released' })
  expect((await listHoldsOf(db, members)).map(({ endedAt }) => endedAt)).not.toContain(null)
  expect(await isHeld(members[0])).toBe(false)
  await decide('hold')
  expect((await listHoldsOf(db, members)).filter(({ endedAt }) => endedAt === null)).toHaveLength(2)
})

test('pausing pauses each member once, with the reason and a mail, and each can appeal', async () => {
  const { members, decide } = await givenCluster()
  await takeJobs(db)
  await decide('hold')
  await decide('pause')
  for (const memberId of members)
    expect(await readRows(db, 'payoutPause', ['reason'], { memberId })).toEqual([{ reason: 'One person' }])
  expect((await takeJobs(db)).filter(({ name }) => name === 'send-pause-news')).toHaveLength(4)
  expect((await listHoldsOf(db, members)).map(({ endedAt }) => endedAt)).not.toContain(null)
})

test('a decision about a cluster that has changed since its preview is refused, and decides nothing', async () => {
  const { id, members } = await givenCluster()
  const { version } = await previewCluster(deps, finance, { id })
  const { destinationHash } = await readRow(db, 'destinationClaimant', ['destinationHash'], {
    memberId: members[0] ?? '',
  })
  const joins = await givenAccount(db)
  await sql`insert into destination_claimant values (${destinationHash}, ${joins})`.execute(db)
  await findClusters(deps)
  const late = decideCluster(deps, finance, { id, version, decision: 'hold', reason: 'One person' })
  await expect(late).rejects.toMatchObject({ code: 'CLUSTER_CHANGED' })
  expect(await getCluster(deps, { id })).toMatchObject({ state: 'found', memberCount: 5 })
  expect(await listHoldsOf(db, members)).toEqual([])
})

test('of two decisions at the same moment one counts', async () => {
  const { id, members } = await givenCluster()
  const { version } = await previewCluster(deps, finance, { id })
  const decide = (decision: 'hold' | 'pause') =>
    decideCluster(deps, finance, { id, version, decision, reason: 'One person' })
  const results = await startTogether(db, members[0] ?? '', () => [
    decide('hold'),
    decide('hold'),
    decide('pause'),
  ])
  expect(refusals(results)).toEqual(Array(2).fill('CLUSTER_CHANGED'))
  const states = await Promise.all(
    ['cluster.held', 'cluster.paused'].map((action) => listEntries(members, action)),
  )
  expect(states.flat()).toHaveLength(4)
})

test('a step that the state does not allow is refused', async () => {
  const { id, decide } = await givenCluster()
  const { version } = await previewCluster(deps, finance, { id })
  const release = decideCluster(deps, finance, { id, version, decision: 'release', reason: 'No' })
  await expect(release).rejects.toMatchObject({ code: 'ALREADY_DECIDED' })
  await decide('dismiss')
  await expect(decide('dismiss')).rejects.toMatchObject({ code: 'ALREADY_DECIDED' })
})

test('staff who are in a cluster decide nothing about it, from whichever account', async () => {
  const { id, members, decide } = await givenCluster()
  const [, second = ''] = members
  await giveRole(db, second, { role: 'finance' })
  const insider = { name: `member:${second}`, address: null }
  expect(await previewCluster(deps, insider, { id })).toMatchObject({
    ownAccounts: ['Amina Otieno'],
    decisions: [],
  })
  for (const decision of ['hold', 'dismiss'] as const)
    await expect(decide(decision, insider)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await decide('hold')
  await expect(decide('release', insider)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  const approved = { ...finance, approval: { approver: insider } } as never
  await expect(decide('release', approved)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect(await getCluster(deps, { id })).toMatchObject({ state: 'held' })
})

test('what a member of a held group requests later is held, and of a released one it is not', async () => {
  const { members, decide } = await givenCluster()
  const [, , third = '', fourth = ''] = members
  await decide('hold')
  await reviewHoldsOf(deps, await givenRequest(db, third))
  expect(await listHoldsOf(db, [third])).toMatchObject([{ endedAt: null }])
  await decide('release')
  await reviewHoldsOf(deps, await givenRequest(db, fourth))
  expect(await listHoldsOf(db, [fourth])).toEqual([])
})

test('a withdrawal requested while the decision waits for its wallet is held too', async () => {
  const { id, members } = await givenCluster()
  const [, , third = ''] = members
  const { version } = await previewCluster(deps, finance, { id })
  const request = await db.startTransaction().execute()
  await request.selectFrom('wallet').select('memberId').where('memberId', '=', third).forUpdate().execute()
  const deciding = decideCluster(deps, finance, { id, version, decision: 'hold', reason: 'One person' })
  // The request sees no hold yet; the decision waits for its wallet and then sees the request.
  expect(await isClusterHeld(request, third)).toBe(false)
  await insertRequest(request, third)
  await request.commit().execute()
  await deciding
  expect(await listHoldsOf(db, [third])).toHaveLength(1)
})

type Member = ScoredCluster['members'] extends ReadonlyMap<string, infer One> ? One : never

const member = (changed: Partial<Member> = {}): Member => ({
  signedUpAt: new Date(Date.UTC(2026, 0, 5)),
  sharesPhone: false,
  earnings: [],
  hasOwnDestination: false,
  hasOwnDevice: false,
  goodSurveys: 0,
  isKnownToStaff: false,
  ...changed,
})

type Given = { count: number; everyMinutes: number; changed?: Partial<Member>; paidToOne?: number }

/** Accounts on one phone, all invited by the first. */
function onOnePhone({ count, everyMinutes, changed, paidToOne = 0 }: Given): ScoredCluster {
  const members = new Map(
    Array.from({ length: count }, (_, index) => [
      `m${index + 100}`,
      member({ signedUpAt: new Date(Date.UTC(2026, 0, 5, 12, index * everyMinutes)), ...changed }),
    ]),
  )
  const names = [...members.keys()]
  const things: (SharedThing & { method?: 'bank' })[] = [
    { kind: 'device', members: names },
    { kind: 'destination', members: names.slice(0, paidToOne), method: 'bank' },
  ]
  const facts: ClusterFacts = {
    people: members,
    things,
    invitations: names.slice(1).map((friendId) => ({
      memberId: names[0] ?? '',
      friendId,
      sharesNetwork: false,
    })),
    browsers: [],
  }
  return { members, things, edges: findEdges(facts) }
}

const pointsOf = (cluster: ScoredCluster) =>
  Object.fromEntries(scoreCluster(cluster).reasons.map(({ code, points }) => [code, points]))

test('a farm of twelve explains its score', () => {
  const { score, reasons } = scoreCluster(onOnePhone({ count: 12, everyMinutes: 3, paidToOne: 7 }))
  expect(score).toBe(100)
  expect(reasons).toEqual([
    { code: 'one-destination', points: 60, count: 7, of: 12, method: 'bank' },
    { code: 'one-device', points: 25, count: 12, of: 12 },
    { code: 'invited-each-other', points: 15, count: 12, of: 12 },
    { code: 'signed-up-together', points: 20, count: 12, of: 12, minutes: 33 },
    { code: 'many-accounts', points: 14, count: 12, of: 12 },
  ])
})

test('a farm of twelve is found without one shared destination too', () => {
  const { score } = scoreCluster(onOnePhone({ count: 12, everyMinutes: 3 }))
  expect(score).toBeGreaterThanOrEqual(CLUSTER_ATTENTION)
})

test('a family of four with one phone and four numbers stays below the threshold, also before a number is proven', () => {
  const family = { count: 4, everyMinutes: 5 }
  expect(scoreCluster(onOnePhone(family)).score).toBeLessThan(CLUSTER_ATTENTION)
  const proven = scoreCluster(onOnePhone({ ...family, changed: { hasOwnDestination: true } })).score
  expect(proven).toBeLessThan(scoreCluster(onOnePhone(family)).score)
})

test.each([
  [5, false],
  [7, true],
])(
  '%i accounts that ask for one number and have nothing else in common call for a decision: %s',
  (count, calls) => {
    const names = Array.from({ length: count }, (_, index) => `m${index}`)
    // The number is proven to be of the first.
    const members = new Map(names.map((name, index) => [name, member({ hasOwnDestination: index === 0 })]))
    const things: SharedThing[] = [{ kind: 'destination', members: names }]
    const edges = findEdges({ people: members, things, invitations: [], browsers: [] })
    const { score } = scoreCluster({ members, things, edges })
    expect(score >= CLUSTER_ATTENTION).toBe(calls)
  },
)

test.each([
  ['own-destinations', { hasOwnDestination: true }, -15],
  ['own-devices', { hasOwnDevice: true }, -15],
  ['good-surveys', { goodSurveys: 5 }, -10],
  ['known-to-staff', { isKnownToStaff: true }, -40],
] as const)('%s lower the score', (code, changed, points) => {
  const farm = { count: 6, everyMinutes: 3, changed }
  expect(pointsOf(onOnePhone(farm))).toMatchObject({ [code]: points })
})

test('excuses of half the members count half', () => {
  const cluster = onOnePhone({ count: 4, everyMinutes: 3 })
  const [first, second] = cluster.members.keys()
  const members = new Map(
    Array.from(cluster.members, ([name, one]) => [
      name,
      { ...one, hasOwnDestination: name === first || name === second },
    ]),
  )
  expect(pointsOf({ ...cluster, members })['own-destinations']).toBe(-8)
})

const earnings = [1, 2, 3, 4, 5].map((hour) => ({ kind: 'survey', at: new Date(Date.UTC(2026, 0, 6, hour)) }))

test('accounts that earn in lockstep are counted', () => {
  const points = pointsOf(onOnePhone({ count: 4, everyMinutes: 60, changed: { earnings } }))
  expect(points['earned-together']).toBe(16)
})

test('six accounts that a script runs on one phone call for a decision, whatever numbers they have', () => {
  const run = { everyMinutes: 3, changed: { earnings, hasOwnDestination: true } }
  expect(scoreCluster(onOnePhone({ ...run, count: 6 })).score).toBeGreaterThanOrEqual(CLUSTER_ATTENTION)
  expect(scoreCluster(onOnePhone({ ...run, count: 5 })).score).toBeLessThan(CLUSTER_ATTENTION)
})

test('a score is between 0 and 100', () => {
  const edges: ClusterEdge[] = []
  const members = new Map([['a', member({ hasOwnDestination: true, isKnownToStaff: true })]])
  expect(scoreCluster({ members, edges, things: [] }).score).toBe(0)
})

test('a burst is the most sign-ups within an hour', () => {
  const minutes = [0, 200, 210, 215, 259, 261]
  const times = minutes.map((minute) => new Date(Date.UTC(2026, 0, 5, 0, minute)))
  expect(findBurst(times)).toEqual({ count: 4, minutes: 59 })
  expect(findBurst([])).toEqual({ count: 0, minutes: 0 })
})
