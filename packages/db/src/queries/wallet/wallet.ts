import type { Answer } from '@chuma/contract/fields'
import type { RewardKind } from '@chuma/contract/posting-kinds'
import type { activity, ListActivityInput } from '@chuma/contract/wallet/wallet'
import {
  type InsertQueryBuilder,
  type QueryCreator,
  type RawBuilder,
  sql,
  type UpdateQueryBuilder,
} from 'kysely'
import type { Db } from '../../client.ts'
import { earningColumns, rating } from '../account/members.ts'
import type { Writes } from '../write-together.ts'
import { announcePoints } from './ledger.ts'

/** Read a member's points: available, held, earned in total, earned in the current business month; and finished surveys. */
export function getBalance(db: Db, memberId: string) {
  return db
    .selectFrom('wallet')
    .select(['available as availablePoints', 'held as heldPoints', ...earningColumns])
    .where('memberId', '=', memberId)
    .executeTakeFirstOrThrow()
}

export function getUserStats(db: Db, memberId: string) {
  const [totalEarnings, thisMonthEarnings] = earningColumns
  return db
    .selectFrom('wallet')
    .select([totalEarnings, thisMonthEarnings, rating.as('rating')])
    .where('memberId', '=', memberId)
    .executeTakeFirstOrThrow()
}

export type Reward = {
  memberId: string
  kind: RewardKind
  /** May be 0: then nothing is booked. */
  points: number
  /** Names what caused it; the same cause never pays twice. */
  sourceKey: string | RawBuilder<string>
  description: string
  subjectId?: string
  /** Who caused it, if not the member. */
  actor?: string
}
type Earned = { pointsEarned: number; availablePoints: number }

/** Credit a member. A repeat of the source key returns the first result and credits nothing. */
export async function bookReward(db: Db, reward: Reward): Promise<Earned> {
  const { earned } = await db.selectNoFrom(booking(reward).as('earned')).executeTakeFirstOrThrow()
  await announcePoints(db, caused(reward))
  return toEarned(earned)
}

// biome-ignore lint/suspicious/noExplicitAny: a change of any table
export type Change = InsertQueryBuilder<any, any, any> | UpdateQueryBuilder<any, any, any, any>

/**
 * Change a row and book the reward for it, in one statement; undefined when no row was changed. `change` returns a column,
 * to which the source key may refer as one of `changed`.
 */
export function rewardChange(db: Db, change: Change, reward: Reward): Promise<Earned | undefined> {
  return rewardChanges(db, { changed: change }, reward)
}

type Changes = Writes & { changed: Change }

// biome-ignore lint/suspicious/noExplicitAny: with parts of any table
type Parts = QueryCreator<any>

/** The same with other changes, as in `writeTogether`. */
export async function rewardChanges(db: Db, changes: Changes, reward: Reward): Promise<Earned | undefined> {
  const parts = Object.entries(changes).reduce<Parts>(
    (query, [name, change]) => query.with(name, () => sql<Record<string, unknown>>`(${change})`),
    db,
  )
  const changed = await parts.selectFrom('changed').select(booking(reward).as('earned')).executeTakeFirst()
  if (changed) await announcePoints(db, caused(reward))
  return changed && toEarned(changed.earned)
}

type Booked = { points: number; available_points: number }

/** Selected, not joined: PostgreSQL may call a joined function before it looks for rows. */
function booking(reward: Reward) {
  const { memberId, kind, points, sourceKey, description, subjectId = null } = reward
  return sql<Booked>`row_to_json(book_reward(
    ${memberId}, ${kind}, ${points}, ${sourceKey}, ${description}, ${subjectId}, ${caused(reward).actor}
  ))`
}

const caused = ({ memberId, actor = `member:${memberId}` }: Reward) => ({ memberId, actor })

const toEarned = ({ points, available_points }: Booked): Earned => ({
  pointsEarned: points,
  availablePoints: available_points,
})

type Activity = Answer<typeof activity>

/**
 * List a member's postings and partners' credits that were not booked (yet), newest first. A line's position is its time in
 * microseconds and its key, so that pages neither repeat nor lose a line when others are added.
 */
export async function listActivity(
  db: Db,
  memberId: string,
  { kind, state, before, limit }: ListActivityInput,
): Promise<Activity[]> {
  const [moment = null, key = null] = before?.split('.') ?? []
  const { rows: lines } = await sql<Activity & { friendId: string | null }>`
    select at_us || '.' || key as id, kind, description, friend_id, points, held_points, created_at, state, available_at, cause_id, withdrawal_status, reason
    from (
      select (extract(epoch from p.created_at) * 1000000)::bigint as at_us, 'p' || lpad(p.seq::text, 12, '0') as key,
        p.kind, p.description || coalesce(': ' || corrected.reason, '') as description, r.friend_id, p.available_delta as points, p.held_delta as held_points, p.created_at,
        case when back.seq is null then 'available' else 'reversed' end as state,
        null::timestamptz as available_at, p.subject_id as cause_id, w.status as withdrawal_status, null as reason
      from posting p
      left join posting back on back.member_id = p.member_id and back.reverses_seq = p.seq
      left join referral r on p.kind = 'referral' and r.member_id = p.member_id and r.referral_id = p.subject_id
      left join withdrawal w on p.kind = 'hold' and w.member_id = p.member_id and w.withdrawal_id = p.subject_id
      -- A posting outlives its erased member, so the reason of staff is not in it.
      left join earnings_correction corrected on p.kind = 'adjustment' and corrected.member_id = p.member_id
        and corrected.correction_id = p.subject_id
      where p.member_id = ${memberId}
      union all
      select (extract(epoch from c.created_at) * 1000000)::bigint, 'c' || c.credit_id,
        c.kind, case c.kind when 'survey' then 'Survey: ' else 'Offer: ' end || c.title, null::uuid, c.points, 0, c.created_at,
        c.state, case when c.state = 'pending' then c.release_at end, c.click_id, null, c.reason
      from partner_credit c
      where c.member_id = ${memberId} and c.state in ('review', 'pending', 'cancelled')
    ) line
    where (${kind ?? null}::text is null or kind = ${kind ?? null})
      and (${state ?? null}::text is null or state = ${state ?? null})
      and (${moment}::bigint is null or (at_us, key) < (${moment}::bigint, ${key}::text))
    order by at_us desc, key desc
    limit ${limit}
  `.execute(db)
  const names = await findFirstNames(
    db,
    lines.flatMap(({ friendId }) => friendId ?? []),
  )
  return lines.map(({ friendId, ...line }) => {
    const name = friendId === null ? undefined : names.get(friendId)
    return name === undefined ? line : { ...line, description: `${line.description}: ${name}` }
  })
}

/** A separate query: a posting outlives an erased friend, so names are not stored in it, and the friend may be on another server. */
async function findFirstNames(db: Db, friendIds: readonly string[]): Promise<Map<string, string>> {
  if (friendIds.length === 0) return new Map()
  const { rows } = await sql<{ memberId: string; firstName: string }>`
    select member_id, first_name from member where member_id = any(${friendIds}::uuid[]) and erased_at is null
  `.execute(db)
  return new Map(rows.map(({ memberId, firstName }) => [memberId, firstName]))
}
