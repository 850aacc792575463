import type { Answer } from '@chuma/contract/fields'
import type { ClusterEdge, cluster, clusterMember, ListClustersInput } from '@chuma/contract/payouts/clusters'
import type { DestinationKind } from '@chuma/contract/wallet/wallet'
import { type OperationNodeSource, type SqlBool, sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'

/** A cluster with the points of its members. */
export type StakedCluster = Omit<Answer<typeof cluster>, 'amountKes'>

/** A group with this score waits for a decision of staff. */
const WAITS_FROM = 50

/** Whether a group that the member belongs to waits for a decision, is on hold or is paused. */
export async function isInDoubtfulCluster(trx: Trx, memberId: string): Promise<boolean> {
  const doubtful = await trx
    .selectFrom('clusterMember')
    .innerJoin('cluster', 'cluster.clusterId', 'clusterMember.clusterId')
    .select('cluster.clusterId')
    .where('clusterMember.memberId', '=', memberId)
    .where((eb) =>
      eb.or([
        eb('cluster.state', 'in', ['held', 'paused']),
        eb.and([eb('cluster.state', '=', 'found'), eb('cluster.score', '>=', WAITS_FROM)]),
      ]),
    )
    .executeTakeFirst()
  return doubtful !== undefined
}

const selectClusters = (db: Db) =>
  db
    .selectFrom('cluster')
    .select([
      'cluster.clusterId as id',
      'cluster.state',
      'cluster.version',
      'cluster.score',
      'cluster.reasons',
      'cluster.foundAt',
      'cluster.waitsSince',
      'cluster.decidedAt',
      'cluster.decidedBy',
      'cluster.decisionReason',
    ])

/** Add what is at stake in each. Read after the clusters, which only the first server has. */
async function addStakes(db: Db, clusters: OperationNodeSource): Promise<StakedCluster[]> {
  const { rows } = await sql<StakedCluster>`
    with page as (${clusters}), stake as (
      select m.cluster_id, count(*) as member_count, coalesce(sum(greatest(0, w.available) + w.held), 0) as points
      from cluster_member m left join wallet w on w.member_id = m.member_id
      where m.cluster_id in (select id from page) group by m.cluster_id
    )
    select page.*, coalesce(stake.member_count, 0) as member_count, coalesce(stake.points, 0) as points
    from page left join stake on stake.cluster_id = page.id
    order by page.score desc, page.id
  `.execute(db)
  return rows
}

/** List the highest score first; the next page starts after the last `id` of this one. */
export function listClusters(db: Db, { state, after, limit }: ListClustersInput): Promise<StakedCluster[]> {
  const page = selectClusters(db)
    .where('cluster.state', '<>', 'closed')
    .$if(state !== undefined, (query) => query.where('cluster.state', '=', state ?? 'found'))
    .$if(after !== undefined, (query) =>
      query.where(
        sql<SqlBool>`(-cluster.score, cluster.cluster_id) >
          (select -a.score, a.cluster_id from cluster a where a.cluster_id = ${after})`,
      ),
    )
    .orderBy('cluster.score', 'desc')
    .orderBy('cluster.clusterId')
    .limit(limit)
  return addStakes(db, page)
}

export async function findCluster(db: Db, clusterId: string): Promise<StakedCluster | undefined> {
  const [found] = await addStakes(db, selectClusters(db).where('cluster.clusterId', '=', clusterId))
  return found
}

const isOpenWithdrawal = sql<SqlBool>`(status = 'pending' or payout_state in ('manual', 'queued'))`

/** List a cluster's members in the order of their sign-ups, with what they have and asked for. */
export async function listMembersOfCluster(db: Db, clusterId: string) {
  const { rows } = await sql<Omit<Answer<typeof clusterMember>, 'edgeKinds'>>`
    select m.member_id as user_id, member.first_name || ' ' || member.last_name as user_name, member.email as user_email,
      member.created_at as signed_up_at, m.joined_at, wallet.available as available_points, wallet.held as held_points,
      asked.open_withdrawals, asked.open_kes, asked.paid_kes,
      exists (
        select from payout_pause p where p.member_id = m.member_id and p.lifted_at is null
      ) as is_paused,
      exists (select from shared_phone s where s.member_id = m.member_id) as shares_phone
    from cluster_member m
    join member on member.member_id = m.member_id
    join wallet on wallet.member_id = m.member_id
    cross join lateral (
      select count(*) filter (where ${isOpenWithdrawal}) as open_withdrawals,
        coalesce(sum(amount_kes) filter (where ${isOpenWithdrawal}), 0) as open_kes,
        coalesce(sum(amount_kes) filter (where status = 'paid'), 0) as paid_kes
      from withdrawal w where w.member_id = m.member_id
    ) asked
    where m.cluster_id = ${clusterId}
    order by member.created_at, m.member_id
  `.execute(db)
  return rows
}

export function listEdgesOfCluster(db: Db, clusterId: string): Promise<ClusterEdge[]> {
  return db
    .selectFrom('clusterEdge')
    .select(['memberId', 'otherId', 'kind', 'weight'])
    .where('clusterId', '=', clusterId)
    .orderBy('memberId')
    .orderBy('otherId')
    .orderBy('kind')
    .execute()
}

/** Count the open holds of a cluster's members that a release would end. */
export async function countClusterHolds(db: Db, clusterId: string): Promise<number> {
  const { count } = await db
    .selectFrom('hold')
    .innerJoin('clusterMember', 'clusterMember.memberId', 'hold.memberId')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('clusterMember.clusterId', '=', clusterId)
    .where('hold.reason', '=', 'cluster')
    .where('hold.endedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Take a member who is erased out of every cluster. What remains of the cluster stays with the others. */
export async function removeFromClusters(trx: Trx, memberId: string): Promise<void> {
  await trx
    .updateTable('cluster')
    .set({ version: sql<number>`version + 1` })
    .where('clusterId', 'in', (eb) =>
      eb.selectFrom('clusterMember').select('clusterMember.clusterId').where('memberId', '=', memberId),
    )
    .execute()
  await trx
    .deleteFrom('clusterEdge')
    .where((eb) => eb.or([eb('memberId', '=', memberId), eb('otherId', '=', memberId)]))
    .execute()
  await trx
    .deleteFrom('sharedBrowser')
    .where((eb) => eb.or([eb('memberId', '=', memberId), eb('otherId', '=', memberId)]))
    .execute()
}

/** `method`: of a destination that one of its members named. */
type SharedThing = {
  kind: 'mailbox' | 'destination' | 'device'
  members: string[]
  method: DestinationKind | null
}

/** More accounts of one mailbox or destination than one decision can be about are not read. */
const LARGEST_GROUP = 500

type DeviceTerms = { deviceDays: number; largestDevice: number }

/** List the mailboxes, destinations and devices that these members have together with others. */
export async function listSharedThings(
  db: Db,
  memberIds: readonly string[],
  { deviceDays, largestDevice }: DeviceTerms,
): Promise<SharedThing[]> {
  const { rows } = await sql<SharedThing>`
    select kind, members, method from list_shared_things(
      ${memberIds}::uuid[], ${LARGEST_GROUP}::int, ${deviceDays}::int, ${largestDevice}::int
    )
  `.execute(db)
  return rows
}

type Invitation = { memberId: string; friendId: string; sharesNetwork: boolean }

/** List who invited these members and whom they invited, and whether both came from one address with the same kind of browser. */
export async function listInvitationsOf(
  db: Db,
  memberIds: readonly string[],
  { deviceDays }: Pick<DeviceTerms, 'deviceDays'>,
): Promise<Invitation[]> {
  const asked = sql`any(${memberIds}::uuid[])`
  const since = sql`now() - make_interval(days => ${deviceDays})`
  const { rows } = await sql<Invitation>`
    with invited as materialized (
      select member_id, friend_id from referral_friend where friend_id = ${asked}
      union
      select member_id, friend_id from referral where member_id = ${asked}
    ), seen as materialized (
      select member_id, address, user_agent from session
      where member_id in (select member_id from invited union select friend_id from invited)
        and last_seen_at > ${since}
    )
    select member_id, friend_id, exists (
      select 1 from seen a join seen b on b.address = a.address and b.user_agent = a.user_agent
      where a.member_id = invited.member_id and b.member_id = invited.friend_id
    ) as shares_network
    from invited
  `.execute(db)
  return rows
}

/** List the accounts that a browser known to one of these members opened, and the other way round. */
export async function listSharedBrowsers(
  db: Db,
  memberIds: readonly string[],
  { deviceDays }: Pick<DeviceTerms, 'deviceDays'>,
): Promise<{ memberId: string; otherId: string }[]> {
  const asked = sql`any(${memberIds}::uuid[])`
  const { rows } = await sql<{ memberId: string; otherId: string }>`
    select member_id, other_id from shared_browser
    where (member_id = ${asked} or other_id = ${asked}) and seen_at > now() - make_interval(days => ${deviceDays})
  `.execute(db)
  return rows
}

type Person = {
  memberId: string
  signedUpAt: Date
  sharesPhone: boolean
}

/** Read when these members signed up, and whether they share a phone. Erased members are left out. */
export async function listPeopleToCompare(db: Db, memberIds: readonly string[]): Promise<Person[]> {
  const { rows } = await sql<Person>`
    select member.member_id, member.created_at as signed_up_at, shared_phone.member_id is not null as shares_phone
    from member left join shared_phone on shared_phone.member_id = member.member_id
    where member.member_id = any(${memberIds}::uuid[]) and member.erased_at is null
  `.execute(db)
  return rows
}

type Earning = { memberId: string; kind: string; at: Date }

/** List the last forty rewards of each of these members, newest first. */
export async function listLastEarnings(
  db: Db,
  memberIds: readonly string[],
  { earningDays }: { earningDays: number },
): Promise<Earning[]> {
  const { rows } = await sql<Earning>`
    select asked.member_id, earned.kind, earned.created_at as at
    from wallet as asked
    cross join lateral (
      select kind, created_at from posting
      where posting.member_id = asked.member_id and available_delta > 0 and house_account = 'rewards'
        and created_at > now() - make_interval(days => ${earningDays})
      order by seq desc limit 40
    ) earned
    where asked.member_id = any(${memberIds}::uuid[])
    order by asked.member_id, earned.created_at desc
  `.execute(db)
  return rows
}

type Evidence = {
  memberId: string
  hasOwnDestination: boolean
  hasOwnDevice: boolean
  goodSurveys: number
  isKnownToStaff: boolean
}

/**
 * Read what speaks for each of these members: a proven destination that nobody else named, a device that nobody else used for two
 * months, surveys without a flag, and that staff know them as a person with one account.
 */
export async function listEvidence(
  db: Db,
  memberIds: readonly string[],
  { ownDeviceDays }: { ownDeviceDays: number },
): Promise<Evidence[]> {
  const { rows } = await sql<Evidence>`
    select member_id, has_own_destination, has_own_device, good_surveys, is_known_to_staff
    from read_cluster_evidence(${memberIds}::uuid[], ${ownDeviceDays}::int)
  `.execute(db)
  return rows
}

export type Search = {
  seenUntil: Date
  afterSeenAt: Date | null
  afterMemberId: string | null
  seenFrom: Date
}

/**
 * Lock how far the search has come, until the transaction ends: of several workers one looks at a page. The first search begins
 * with the first member.
 */
export async function lockSearch(trx: Trx): Promise<Search> {
  await trx
    .insertInto('clusterSearch')
    .values({
      seenFrom: sql<Date>`'-infinity'`,
      seenUntil: sql<Date>`'-infinity'`,
      afterSeenAt: null,
      afterMemberId: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return trx
    .selectFrom('clusterSearch')
    .select(['seenFrom', 'seenUntil', 'afterSeenAt', 'afterMemberId'])
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** Start a pass over everyone seen since shortly before the last one. */
export function beginPass(trx: Trx, { overlapMinutes }: { overlapMinutes: number }) {
  return trx
    .updateTable('clusterSearch')
    .set({
      seenFrom: sql<Date>`seen_until - make_interval(mins => ${overlapMinutes})`,
      seenUntil: sql<Date>`statement_timestamp()`,
      afterSeenAt: sql<Date>`'-infinity'`,
      afterMemberId: '00000000-0000-0000-0000-000000000000',
    })
    .execute()
}

/** List the next members of a pass, as the index has them. Those seen again meanwhile belong to the next pass. */
export async function listSeenMembers(trx: Trx, { limit }: { limit: number }): Promise<string[]> {
  const { rows } = await sql<{ memberId: string }>`
    with place as (select greatest(seen_from, after_seen_at) as seen_at, after_member_id, seen_until from cluster_search),
    page as (
      select seen.member_id, seen.last_seen_at from member_seen seen, place
      where (seen.last_seen_at, seen.member_id) > (place.seen_at, place.after_member_id)
        and seen.last_seen_at <= place.seen_until
      order by seen.last_seen_at, seen.member_id limit ${limit}
    ), moved as (
      update cluster_search set after_seen_at = last.last_seen_at, after_member_id = last.member_id
      from (select last_seen_at, member_id from page order by last_seen_at desc, member_id desc limit 1) last
    )
    select member_id from page
  `.execute(trx)
  return rows.map(({ memberId }) => memberId)
}

export function endPass(trx: Trx) {
  return trx.updateTable('clusterSearch').set({ afterSeenAt: null, afterMemberId: null }).execute()
}
