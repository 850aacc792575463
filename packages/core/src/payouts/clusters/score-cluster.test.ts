import { CLUSTER_ATTENTION, type ClusterEdge } from '@chuma/contract/payouts/clusters'
import { expect, test } from 'vitest'
import {
  type ClusterFacts,
  findBurst,
  findEdges,
  type ScoredCluster,
  type SharedThing,
  scoreCluster,
} from './find-groups.ts'

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

test('five aliases of one mailbox with one bank account call for a decision', () => {
  const members = new Map(['a', 'b', 'c', 'd', 'e'].map((name) => [name, member()]))
  const names = [...members.keys()]
  const things: SharedThing[] = [
    { kind: 'mailbox', members: names },
    { kind: 'destination', members: names },
  ]
  const edges = findEdges({ people: members, things, invitations: [], browsers: [] })
  expect(scoreCluster({ members, things, edges }).score).toBeGreaterThanOrEqual(CLUSTER_ATTENTION)
})

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

test('accounts that earn in lockstep are counted', () => {
  const earnings = [1, 2, 3, 4, 5].map((hour) => ({
    kind: 'survey',
    at: new Date(Date.UTC(2026, 0, 6, hour)),
  }))
  expect(pointsOf(onOnePhone({ count: 4, everyMinutes: 60, changed: { earnings } }))['earned-together']).toBe(
    16,
  )
})

test('six accounts that a script runs on one phone call for a decision, whatever numbers they have', () => {
  const earnings = [1, 2, 3, 4, 5].map((hour) => ({
    kind: 'survey',
    at: new Date(Date.UTC(2026, 0, 6, hour)),
  }))
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
