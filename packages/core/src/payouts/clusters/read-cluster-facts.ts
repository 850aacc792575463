import type { ClusterEdge } from '@chuma/contract/payouts/clusters'
import type { DestinationKind } from '@chuma/contract/wallet/wallet'
import type { Trx } from '@chuma/db/client'
import {
  listInvitationsOf,
  listLastEarnings,
  listPeopleToCompare,
  listSharedBrowsers,
  listSharedThings,
} from '@chuma/db/queries/payouts/cluster-facts'
import { CLUSTER_TERMS } from './cluster-terms.ts'
import { findEdges, type Invitation, type Person, type SharedThing } from './find-edges.ts'
import type { Earning } from './find-lockstep.ts'
import { listConnected } from './group-members.ts'

type Thing = SharedThing & { method?: DestinationKind }
type Known = {
  people: Map<string, Person>
  things: Map<string, Thing>
  invitations: Map<string, Invitation>
  browsers: Map<string, { memberId: string; otherId: string }>
}

export type Surroundings = {
  people: ReadonlyMap<string, Person>
  things: readonly Thing[]
  edges: ClusterEdge[]
}

/**
 * Read these members and everyone whom enough connects them with, directly or through others. Members who merely share something
 * are compared, and not followed.
 */
export async function readSurroundings(trx: Trx, memberIds: readonly string[]): Promise<Surroundings> {
  const known: Known = { people: new Map(), things: new Map(), invitations: new Map(), browsers: new Map() }
  const followed = new Set<string>()
  let edges: ClusterEdge[] = []
  for (let frontier = [...memberIds]; frontier.length > 0; ) {
    for (const memberId of frontier) followed.add(memberId)
    await readAround(trx, known, frontier)
    edges = findEdges({
      people: known.people,
      things: [...known.things.values()],
      invitations: [...known.invitations.values()],
      browsers: [...known.browsers.values()],
    })
    const connected = listConnected(edges).flatMap(({ memberId, otherId }) => [memberId, otherId])
    frontier = [...new Set(connected)]
      .filter((memberId) => !followed.has(memberId))
      .slice(0, Math.max(0, CLUSTER_TERMS.largestSearch - followed.size))
  }
  return { people: known.people, things: [...known.things.values()], edges }
}

/** Add what these members share with others, and who those are. */
async function readAround(trx: Trx, known: Known, memberIds: readonly string[]): Promise<void> {
  for (const { method, ...thing } of await listSharedThings(trx, memberIds, CLUSTER_TERMS)) {
    const members = thing.members.toSorted()
    known.things.set(`${thing.kind} ${members.join()}`, { ...thing, members, ...(method && { method }) })
  }
  for (const row of await listInvitationsOf(trx, memberIds, CLUSTER_TERMS)) {
    known.invitations.set(row.friendId, row)
  }
  for (const row of await listSharedBrowsers(trx, memberIds, CLUSTER_TERMS)) {
    known.browsers.set(`${row.memberId} ${row.otherId}`, row)
  }
  const named = new Set(memberIds)
  for (const { kind, members } of known.things.values()) {
    // A network with one kind of phone is not a device.
    if (kind === 'device' && members.length > CLUSTER_TERMS.largestDevice) continue
    for (const member of members) named.add(member)
  }
  for (const { memberId, friendId } of known.invitations.values()) named.add(memberId).add(friendId)
  for (const { memberId, otherId } of known.browsers.values()) named.add(memberId).add(otherId)
  await readPeople(
    trx,
    known,
    [...named].filter((memberId) => !known.people.has(memberId)),
  )
}

async function readPeople(trx: Trx, { people, things, browsers }: Known, memberIds: readonly string[]) {
  if (memberIds.length === 0) return
  const found = await listPeopleToCompare(trx, memberIds)
  // Only those who already share something can be connected by what they earn at the same time.
  const sharing = new Set([...things.values()].flatMap(({ members }) => members))
  for (const { memberId, otherId } of browsers.values()) sharing.add(memberId).add(otherId)
  const earnings = new Map<string, Earning[]>()
  const compared = found.map(({ memberId }) => memberId).filter((memberId) => sharing.has(memberId))
  for (const { memberId, ...earning } of await listLastEarnings(trx, compared, CLUSTER_TERMS)) {
    earnings.set(memberId, [...(earnings.get(memberId) ?? []), earning])
  }
  for (const { memberId, ...person } of found) {
    people.set(memberId, { ...person, earnings: earnings.get(memberId) ?? [] })
  }
}
