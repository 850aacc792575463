import type { adminSpin, ListSpinsInput } from '@chuma/contract/tasks/admin-games'
import type { Answer } from '@chuma/contract/timestamp'
import { sql } from 'kysely'
import type { Db } from '../../client.ts'

type SpinSums = { todaySpins: number; todayPoints: number; monthSpins: number; monthPoints: number }

/** Sum the wheel's results of today, and of the last 30 days: from kept counts, at most 32 rows a day. */
export async function sumSpins(db: Db): Promise<SpinSums> {
  const { rows } = await sql<SpinSums>`
    select
      coalesce(sum(c.spins) filter (where c.day = today.day), 0)::bigint as today_spins,
      coalesce(sum(c.points) filter (where c.day = today.day), 0)::bigint as today_points,
      coalesce(sum(c.spins), 0)::bigint as month_spins,
      coalesce(sum(c.points), 0)::bigint as month_points
    from (select business_day(now()) as day) today
    left join spin_count c on c.day between today.day - 29 and today.day
  `.execute(db)
  const [row] = rows
  if (!row) throw new Error('no row from an aggregate')
  return row
}

/** List newest first; the next page starts after the last `id` of this one. */
export function listSpins(db: Db, { after, limit }: ListSpinsInput): Promise<Answer<typeof adminSpin>[]> {
  const [memberId, day] = after?.split(':') ?? []
  return db
    .selectFrom('spin')
    .innerJoin('member', 'member.memberId', 'spin.memberId')
    .select([
      sql<string>`spin.member_id || ':' || spin.day`.as('id'),
      'spin.memberId as userId',
      sql<string>`member.first_name || ' ' || member.last_name`.as('userName'),
      'member.email as userEmail',
      'spin.points',
      'spin.spunAt',
    ])
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(spin.spun_at, spin.member_id) <
          (select a.spun_at, a.member_id from spin a where a.member_id = ${memberId}::uuid and a.day = ${day}::date)`,
      ),
    )
    .orderBy('spin.spunAt', 'desc')
    .orderBy('spin.memberId', 'desc')
    .limit(limit)
    .execute()
}
