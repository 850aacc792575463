import type { Economy } from '@chuma/contract/admin/economy/economy'
import { findFirstBroken, nameFirstProblem, type Refused } from '@chuma/contract/first-problem'
import { type Problem, problem } from '@chuma/contract/problems'
import { withdrawalRules } from '@chuma/contract/wallet/withdrawal-rules'
import * as z from 'zod'
import type { Deps } from '../deps.ts'

const amount = z.looseObject({ pointsToWithdraw: z.number() })

/** Say which rule of SPEC §5 a refused request breaks first. The answer is plain text, so it always gets a sentence. */
export async function explainRefusedWithdrawal(
  deps: Pick<Deps, 'economy'>,
  refused: Refused,
): Promise<Problem | undefined> {
  const { beforeMinimum, afterMinimum } = withdrawalRules
  const missing = findFirstBroken(beforeMinimum, refused)
  if (missing) return missing
  const sent = amount.safeParse(refused.input)
  const tooFew = sent.success && findBelowMinimum(sent.data.pointsToWithdraw, await deps.economy())
  return tooFew || (findFirstBroken(afterMinimum, refused) ?? nameFirstProblem(refused.fields))
}

/** Find out whether these points are too few to withdraw. */
export function findBelowMinimum(
  points: number,
  { minWithdrawalPoints, kesPerPoint }: Economy,
): Problem | undefined {
  if (points >= minWithdrawalPoints) return undefined
  const amountKes = minWithdrawalPoints * kesPerPoint
  return problem('BELOW_MINIMUM', { points: minWithdrawalPoints, amountKes })
}
