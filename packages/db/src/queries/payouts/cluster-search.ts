import { sql } from 'kysely'
import type { Trx } from '../../client.ts'

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
