import type { SurveyQuestion } from '@chuma/contract/surveys/surveys'
import { sql } from 'kysely'
import type { Trx } from '../../client.ts'
import { type Reward, rewardChange } from '../wallet/rewards.ts'

type AttemptRef = { memberId: string; surveyId: string }

/** Record that the partner rejected this member for this survey. They lose nothing, and may see why. */
export function markScreenedOut(trx: Trx, { memberId, surveyId, reason }: AttemptRef & { reason: string }) {
  return trx
    .updateTable('surveyAttempt')
    .set({ status: 'screened_out', screenOutReason: reason, endedAt: sql<Date>`now()` })
    .where('memberId', '=', memberId)
    .where('surveyId', '=', surveyId)
    .where('status', 'in', ['started', 'in_progress'])
    .execute()
}

type ScreenOut = AttemptRef & { reason: string; asked: SurveyQuestion[] }

/** End an attempt whose answers screen the member out, and book what was promised for that, in one statement. */
export async function screenOutAttempt(
  trx: Trx,
  { memberId, surveyId, reason, asked }: ScreenOut,
  reward: Reward,
) {
  const ended = trx
    .updateTable('surveyAttempt')
    .set({
      status: 'screened_out',
      screenOutReason: reason,
      endedAt: sql<Date>`now()`,
      questions: JSON.stringify(asked),
    })
    .where('memberId', '=', memberId)
    .where('surveyId', '=', surveyId)
    .where('status', 'in', ['started', 'in_progress'])
    .returning('surveyId')
  const earned = await rewardChange(trx, ended, reward)
  if (!earned) throw new Error(`the attempt of ${memberId} at ${surveyId} vanished`)
  return earned
}
