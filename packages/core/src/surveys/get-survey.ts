import type { ReadSurveyInput, SurveyDetail } from '@chuma/contract/surveys/surveys'
import type { Db } from '@chuma/db/client'
import { listAnswers } from '@chuma/db/queries/surveys/survey-attempts'
import { touchSurveys } from '@chuma/db/queries/surveys/survey-pace'
import { findSurvey } from '@chuma/db/queries/surveys/surveys'
import { wasPaidBefore } from '../account/returning/prints.ts'
import { AppError } from '../app-error.ts'
import type { SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { describeSurvey } from './describe-survey.ts'
import { requireEligible } from './eligibility/require-eligible.ts'
import { describeAll, describeProgress, readProgress } from './questionnaire/read-progress.ts'
import { questionsOf } from './questions-of.ts'
import { listAccepted } from './read-answer.ts'

/**
 * Load a survey with its questions and the saved answers. A started survey doesn't change, and stays available when it is
 * deactivated.
 * @throws AppError SURVEY_NOT_FOUND, also if the member may not start it: another country's, or not active; NOT_ELIGIBLE
 */
export async function getSurvey(
  deps: Deps,
  { memberId }: SignedInMember,
  { surveyId, language = 'en', show = 'all' }: ReadSurveyInput,
): Promise<SurveyDetail> {
  const found = await findSurvey(deps.db, { memberId, surveyId })
  if (!found) throw new AppError('SURVEY_NOT_FOUND')
  if (found.status === null) await requireEligible(deps.db, { memberId, surveyId })

  const [{ pointsPerUsd, kesPerPoint }, asked, paidBefore] = await Promise.all([
    deps.economy(),
    readAsked(deps.db, { memberId, surveyId, language, show }, found),
    wasPaidBefore(deps.db, deps, { memberId, surveyId }),
    touchSurveys(deps.db, memberId, surveyId),
  ])
  return {
    ...describeSurvey(found, { questionCount: asked.questions.length, pointsPerUsd, kesPerPoint }),
    ...(paidBefore && { paidBefore }),
    ...asked,
  }
}

type Found = NonNullable<Awaited<ReturnType<typeof findSurvey>>>
type Asked = Pick<SurveyDetail, 'questions' | 'answers' | 'sections' | 'version' | 'languages'>

/** The whole list of a survey, or the questions of its questionnaire that the answers lead to or may still lead to. */
async function readAsked(
  db: Db,
  { language, show, ...ref }: { memberId: string; surveyId: string; language: string; show: 'all' | 'asked' },
  found: Found,
): Promise<Asked> {
  const { questionnaireVersion: version } = found
  if (version === null) {
    const kept = await listAnswers(db, ref)
    const answers = Object.fromEntries(kept.map(({ questionId, answer }) => [questionId, answer]))
    return { questions: questionsOf(found).map(listAccepted), answers }
  }
  const progress = await readProgress(db, { ...ref, version })
  const followed = progress.follow(progress.saved)
  const described =
    show === 'all' ? describeAll(progress, followed, language) : describeProgress(followed, language)
  return { ...described, version, languages: progress.questionnaire.languages }
}
