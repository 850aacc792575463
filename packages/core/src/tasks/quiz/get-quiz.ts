import type { quiz } from '@chuma/contract/tasks/games'
import type { Answer } from '@chuma/contract/timestamp'
import { findTodaysQuiz, getNextDay, insertQuizIfNone } from '@chuma/db/queries/tasks/games'
import { requirePremium } from '../../auth/require-premium.ts'
import type { SignedInMember } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { describeQuestion } from './describe-question.ts'

/**
 * Load today's quiz: the same questions for this member all day, chosen when they first open it. Right answers are
 * included only after theirs are submitted.
 * @throws AppError PREMIUM_REQUIRED
 */
export async function getQuiz(deps: Deps, caller: SignedInMember): Promise<Answer<typeof quiz>> {
  const { memberId } = requirePremium(caller)
  const { isQuizOpen, quizQuestionsPerDay, quizPointsPerCorrect, timeZone } = await deps.economy()
  const opensAgainAt = await getNextDay(deps.db, timeZone)
  if (isQuizOpen) {
    await deps.db.transaction().execute((trx) => insertQuizIfNone(trx, memberId, quizQuestionsPerDay))
  }
  const attempt = await findTodaysQuiz(deps.db, memberId)
  if (!attempt) return { canTakeQuiz: false, questions: [], result: null, opensAgainAt }

  const { questions, answers, correct, points } = attempt
  return {
    canTakeQuiz: isQuizOpen && answers === null,
    questions: questions.map((question) =>
      describeQuestion(question, { points: quizPointsPerCorrect, answers }),
    ),
    result:
      answers === null ? null : { correct: correct ?? 0, total: questions.length, pointsEarned: points ?? 0 },
    opensAgainAt,
  }
}
