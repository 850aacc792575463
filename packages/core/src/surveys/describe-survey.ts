import { rewardPoints } from '@chuma/contract/surveys/reward-points'
import type { Survey } from '@chuma/contract/surveys/surveys'

type SurveyRow = Omit<Survey, 'rewardPoints' | 'estimatedTime' | 'questionCount'> & {
  promisedPoints: number | null
}
type Terms = { questionCount: number; pointsPerUsd: number }

/** What was promised when the member began counts for him; before that, what the survey pays today. */
export function describeSurvey(row: SurveyRow, { questionCount, pointsPerUsd }: Terms): Survey {
  // Field by field: a copy made by rest and spread takes many times as long, of each of some hundred surveys.
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    reward: row.reward,
    rewardPoints: row.promisedPoints ?? rewardPoints(row.reward, pointsPerUsd),
    duration: row.duration,
    category: row.category,
    country: row.country,
    rating: row.rating,
    estimatedTime: `${row.duration} min`,
    questionCount,
    isActive: row.isActive,
    kind: row.kind,
    status: row.status,
  }
}
