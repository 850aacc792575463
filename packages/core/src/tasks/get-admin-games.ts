import { expectedSpinPoints, spinChances, spinCost } from '@chuma/contract/tasks/expected-spin'
import type { AdminGames } from '@chuma/contract/tasks/games'
import { sumSpins } from '@chuma/db/queries/tasks/games'
import { countActiveQuestions } from '@chuma/db/queries/tasks/quiz-questions'
import type { Deps } from '../deps.ts'
import { readEconomy } from '../economy.ts'

/**
 * Describe the games for staff: the wheel with its weights, cost and results. Reads the stored record, to match its
 * version.
 */
export async function getAdminGames({ db }: Deps): Promise<AdminGames> {
  const [{ version, record }, sums, activeQuestions] = await Promise.all([
    readEconomy(db),
    sumSpins(db),
    countActiveQuestions(db),
  ])
  const { spinTable, kesPerPoint, premiumKesPerMonth } = record
  const chances = spinChances(spinTable)
  const { perSpinKes, perMemberMonthKes } = spinCost(spinTable, kesPerPoint)
  return {
    economyVersion: version,
    kesPerPoint,
    premiumKesPerMonth,
    wheel: {
      isOpen: record.isSpinOpen,
      segments: spinTable.map((segment, index) => ({ ...segment, chancePercent: chances[index] ?? 0 })),
      expectedPoints: expectedSpinPoints(spinTable),
      expectedKes: perSpinKes,
      perMemberMonthKes,
      today: { spins: sums.todaySpins, points: sums.todayPoints },
      last30Days: { spins: sums.monthSpins, points: sums.monthPoints },
    },
    quiz: {
      isOpen: record.isQuizOpen,
      pointsPerCorrect: record.quizPointsPerCorrect,
      questionsPerDay: record.quizQuestionsPerDay,
      maxPoints: record.quizMaxPoints,
      activeQuestions,
    },
  }
}
