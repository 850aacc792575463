import { rewardPoints } from '@chuma/contract/reward-points'
import type { Survey } from '@chuma/contract/surveys'

type SurveyRow = Omit<Survey, 'rewardPoints' | 'estimatedTime'> & {
  promisedPoints: number | null
}

/** What was promised when the member began counts for him; before that, what the survey pays today. */
export function describeSurvey({ promisedPoints, ...row }: SurveyRow, pointsPerUsd: number): Survey {
  return {
    ...row,
    rewardPoints: promisedPoints ?? rewardPoints(row.reward, pointsPerUsd),
    estimatedTime: `${row.duration} min`,
  }
}
