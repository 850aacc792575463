import { claimDailyLogin } from '../../src/tasks/daily-login/claim-daily-login.ts'
import { getQuiz, submitQuiz } from '../../src/tasks/quiz/quiz.ts'
import { spin } from '../../src/tasks/wheel.ts'
import { type Action, answerTo } from './action.ts'
import { terms } from './catalogue.ts'
import { availableOf, book, dayOf, type Model, refused } from './model.ts'

export function dailyLogin(): Action {
  return {
    name: 'daily login',
    isMembers: true,
    predict: (model) => {
      const day = dayOf(model)
      if (model.streaks.has(day)) return refused('DONE_TODAY')
      const before = model.streaks.get(day - 1)
      const points = terms.dailyLoginPoints + (before === undefined ? 0 : terms.streakBonusPoints)
      const streak = (before ?? 0) + 1
      model.streaks.set(day, streak)
      book(model, { kind: 'daily-login', cause: `login of day ${day}`, points })
      return { pointsEarned: points, availablePoints: availableOf(model), streak }
    },
    perform: ({ deps, member }) => answerTo(() => claimDailyLogin(deps, member)),
  }
}

/** On a wheel with only this result. */
export function spinOf(points: number): Action {
  return {
    name: `spin that wins ${points}`,
    isMembers: true,
    predict: (model) => {
      const day = dayOf(model)
      if (model.spins.has(day)) return refused('DONE_TODAY')
      model.spins.add(day)
      book(model, { kind: 'spin', cause: `spin of day ${day}`, points })
      return { pointsWon: points, availablePoints: availableOf(model) }
    },
    perform: ({ deps, member }) =>
      answerTo(async () => {
        const segment = { points, weight: 1 }
        const economy = async () => ({ ...(await deps.economy()), spinTable: [segment, segment] })
        const { pointsWon, availablePoints } = await spin({ ...deps, economy }, member)
        return { pointsWon, availablePoints }
      }),
  }
}

export function quizOpening(): Action {
  return {
    name: 'open quiz',
    isMembers: true,
    predict: (model) => {
      const isSubmitted = todaysQuiz(model)?.isSubmitted ?? false
      model.quiz = { day: dayOf(model), isSubmitted }
      return { canTakeQuiz: !isSubmitted, asked: terms.quizQuestionsPerDay }
    },
    perform: async (world) => {
      const { canTakeQuiz, questions } = await getQuiz(world.deps, world.member)
      world.quizQuestions = questions.map(({ id }) => id)
      return { canTakeQuiz, asked: questions.length }
    },
  }
}

/** With `right` right answers; an unfinished submission omits a question. */
export function quizSubmission({ right, isUnfinished }: { right: number; isUnfinished: boolean }): Action {
  return {
    name: `submit ${isUnfinished ? 'unfinished ' : ''}quiz with ${right} right`,
    isMembers: true,
    isPossible: ({ quiz }) => quiz !== null,
    predict: (model) => {
      const quiz = todaysQuiz(model)
      if (!quiz) return refused('NOT_FOUND')
      if (quiz.isSubmitted) return refused('DONE_TODAY')
      if (isUnfinished) return refused('INVALID_INPUT')
      quiz.isSubmitted = true
      const points = Math.min(right * terms.quizPointsPerCorrect, terms.quizMaxPoints)
      book(model, { kind: 'quiz', cause: `quiz of day ${quiz.day}`, points })
      return { correct: right, pointsEarned: points, availablePoints: availableOf(model) }
    },
    perform: ({ deps, member, quizQuestions }) =>
      answerTo(async () => {
        const asked = isUnfinished ? quizQuestions.slice(1) : quizQuestions
        const answers = Object.fromEntries(
          asked.map((id, index) => [id, index < right ? ('B' as const) : ('A' as const)]),
        )
        const { correct, pointsEarned, availablePoints } = await submitQuiz(deps, member, { answers })
        return { correct, pointsEarned, availablePoints }
      }),
  }
}

function todaysQuiz(model: Model) {
  return model.quiz?.day === dayOf(model) ? model.quiz : null
}
