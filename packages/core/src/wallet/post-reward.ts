import type { RewardKind } from '@chuma/contract/wallet/posting-kinds'
import type { Db } from '@chuma/db/client'
import { getBalance } from '@chuma/db/queries/wallet/wallet'
import { postPoints } from './post-points.ts'

type Reward = {
  kind: RewardKind
  /** May be 0: then nothing is booked. */
  points: number
  /** Names what caused it; the same cause never pays twice. */
  sourceKey: string
  description: string
  subjectId?: string
  /** Who made it happen, when it was not the member himself. */
  actor?: string
}

/** Credits a member. A repeat of the source key answers what the first did and credits nothing. */
export async function postReward(
  db: Db,
  memberId: string,
  reward: Reward,
): Promise<{ pointsEarned: number; availablePoints: number }> {
  if (reward.points === 0) {
    const { availablePoints } = await getBalance(db, memberId)
    return { pointsEarned: 0, availablePoints }
  }
  const posting = await postPoints(db, {
    memberId,
    kind: reward.kind,
    availableDelta: reward.points,
    heldDelta: 0,
    houseAccount: 'rewards',
    sourceKey: reward.sourceKey,
    description: reward.description,
    actor: reward.actor ?? `member:${memberId}`,
    subjectId: reward.subjectId,
  })
  return { pointsEarned: posting.points, availablePoints: posting.availableAfter }
}
