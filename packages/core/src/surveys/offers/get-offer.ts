import { rewardPoints } from '@chuma/contract/surveys/reward-points'
import type { surveyOfferDetail } from '@chuma/contract/surveys/survey-offers'
import type { Answer } from '@chuma/contract/timestamp'
import type { Db } from '@chuma/db/client'
import { findOffer } from '@chuma/db/queries/surveys/survey-offers'
import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'

type SurveyOfferDetail = Answer<typeof surveyOfferDetail>

/** Load a survey with all form fields. @throws AppError SURVEY_NOT_FOUND, also if it is deleted */
export async function getOffer(deps: Deps, { id }: { id: string }): Promise<SurveyOfferDetail> {
  const { pointsPerUsd } = await deps.economy()
  return describeOffer(deps.db, id, pointsPerUsd)
}

export async function describeOffer(db: Db, id: string, pointsPerUsd: number): Promise<SurveyOfferDetail> {
  const offer = await findOffer(db, id)
  if (!offer) throw new AppError('SURVEY_NOT_FOUND')
  const questions = offer.questions?.map((question) => ({ ...question })) ?? null
  return { ...offer, questions, rewardPoints: rewardPoints(offer.reward, pointsPerUsd) }
}
