import type { RewardKind } from '@chuma/contract/wallet/posting-kinds'
import { type InsertQueryBuilder, type RawBuilder, sql, type UpdateQueryBuilder } from 'kysely'
import type { Db } from '../../client.ts'

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
  return toEarned(earned)
}

// biome-ignore lint/suspicious/noExplicitAny: a change of any table
export type Change = InsertQueryBuilder<any, any, any> | UpdateQueryBuilder<any, any, any, any>

/**
 * Change a row and book the reward for it, in one statement; undefined when no row was changed. `change` returns a column,
 * to which the source key may refer as one of `changed`.
 */
export async function rewardChange(db: Db, change: Change, reward: Reward): Promise<Earned | undefined> {
  const changed = await db
    .with('changed', () => change)
    .selectFrom('changed')
    .select(booking(reward).as('earned'))
    .executeTakeFirst()
  return changed && toEarned(changed.earned)
}

type Booked = { points: number; available_points: number }

/** Selected, not joined: PostgreSQL may call a joined function before it looks for rows. */
function booking({ memberId, kind, points, sourceKey, description, subjectId, actor }: Reward) {
  return sql<Booked>`row_to_json(book_reward(
    ${memberId}, ${kind}, ${points}, ${sourceKey}, ${description}, ${subjectId ?? null}, ${actor ?? `member:${memberId}`}
  ))`
}

const toEarned = ({ points, available_points }: Booked): Earned => ({
  pointsEarned: points,
  availablePoints: available_points,
})
