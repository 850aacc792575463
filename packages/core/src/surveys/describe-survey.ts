import { rewardPoints } from '@chuma/contract/surveys/reward-points'
import type { Survey } from '@chuma/contract/surveys/surveys'
import { describeFairness, type Measured } from './fairness/describe-fairness.ts'

type Described = 'rewardPoints' | 'screenOutPoints' | 'estimatedTime' | 'questionCount' | 'fairness'
type SurveyRow = Omit<Survey, Described> &
  Measured & {
    promisedPoints: number | null
    screenOutPoints: number
  }
type Terms = { questionCount: number; pointsPerUsd: number; kesPerPoint: number }

/** Describe a survey for a member: with the points promised at the start, or else today's. */
export function describeSurvey(row: SurveyRow, { questionCount, pointsPerUsd, kesPerPoint }: Terms): Survey {
  const points = row.promisedPoints ?? rewardPoints(row.reward, pointsPerUsd)
  // Field by field: for hundreds of surveys a copy by rest and spread takes several times as long.
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    reward: row.reward,
    rewardPoints: points,
    ...(row.screenOutPoints > 0 && { screenOutPoints: row.screenOutPoints }),
    duration: row.duration,
    // What is promised for a screen-out never exceeds the reward.
    fairness: describeFairness(row, {
      points,
      screenOutPoints: Math.min(row.screenOutPoints, points),
      kesPerPoint,
    }),
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
