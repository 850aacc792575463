import type { AnswerValue } from '@chuma/contract/surveys/answers'
import { minimumSeconds } from '@chuma/contract/surveys/minimum-seconds'
import type { QualitySign } from '@chuma/contract/surveys/reviews'
import type { Trx } from '@chuma/db/client'
import {
  countOthersWith,
  insertAnswerPrints,
  listRecentSurveys,
  readOthersTime,
  readPace,
  repeatsOwnAnswer,
} from '@chuma/db/queries/surveys/survey-pace'
import type { Deps } from '../../deps.ts'
import type { OpenedAttempt } from '../open-attempt.ts'
import type { Contradicted } from '../questionnaire/find-contradictions.ts'
import { findSigns } from './find-signs.ts'
import { isTelling, listOpenAnswers, type OpenAnswer } from './open-answers.ts'

type Measuring = Pick<Deps, 'secrets'> & { trx: Trx }
type Answered = {
  memberId: string
  attempt: OpenedAttempt
  answers: ReadonlyMap<number, AnswerValue>
  contradictions: readonly Contradicted[]
}
export type Measured = { signs: QualitySign[]; takenSeconds: number | null; minimumSeconds: number }

/**
 * Measure a survey that is about to be completed, and find what puts it in doubt. The caller holds the lock of the member's
 * completions, and has not completed this one.
 */
export async function measureAnswers(
  { secrets, trx }: Measuring,
  { memberId, attempt, answers, contradictions }: Answered,
): Promise<Measured> {
  const ref = { memberId, surveyId: attempt.surveyId }
  const pace = await readPace(trx, ref)
  const recent = (await listRecentSurveys(trx, memberId)).map(({ secondsAgo, questions }) => ({
    secondsAgo,
    minimumSeconds: minimumSeconds(questions),
  }))
  const telling = listOpenAnswers(attempt.questions, answers).filter(({ text }) => isTelling(text))
  const measured = {
    minimumSeconds: minimumSeconds(attempt.questions),
    takenSeconds: findTakenSeconds(attempt, { ...pace, lastSeconds: recent[0]?.secondsAgo }),
  }
  const signs = findSigns({
    ...measured,
    contradictions,
    others: await readOthersTime(trx, { ...ref, version: attempt.questionnaireVersion }),
    questions: attempt.questions,
    answers,
    recent,
    flaggedLastDay: pace.flaggedLastDay,
    othersWithSameWords: await comparePrints({ secrets, trx }, ref, telling),
    repeatsOwnWords: await repeatsOwnAnswer(
      trx,
      ref,
      telling.map(({ text }) => text),
    ),
  })
  return { signs, ...measured }
}

type Times = { surveySeconds: number | null; listSeconds: number | null; lastSeconds: number | undefined }

/**
 * Since the member started the survey or was first sent it, whichever is earlier; for one that was never opened, since they were
 * first sent the list that day. Never since before their last survey, so that no second counts twice.
 */
function findTakenSeconds(
  { isNew, openForSeconds }: OpenedAttempt,
  { surveySeconds, listSeconds, lastSeconds }: Times,
): number | null {
  const opened = [isNew ? null : openForSeconds, surveySeconds].filter((seconds) => seconds !== null)
  const since = opened.length > 0 ? Math.max(...opened) : listSeconds
  return since === null ? null : Math.max(0, Math.floor(Math.min(since, lastSeconds ?? since)))
}

/** Store the prints of the open answers, and return how many other members share the most common of them. */
async function comparePrints(
  { secrets, trx }: Measuring,
  { memberId, surveyId }: { memberId: string; surveyId: string },
  answers: readonly OpenAnswer[],
): Promise<number> {
  const prints = answers.map(({ questionId, text }) =>
    secrets.hash('open answer', `${surveyId}\0${questionId}\0${text}`),
  )
  await insertAnswerPrints(
    trx,
    memberId,
    prints.map(([print]) => print),
  )
  let most = 0
  for (const print of prints) most = Math.max(most, await countOthersWith(trx, memberId, print))
  return most
}
