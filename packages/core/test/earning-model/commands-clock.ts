import { releaseCredits } from '../../src/partners/credits.ts'
import { settleForgottenEvents } from '../../src/partners/events.ts'
import { expireSurveys } from '../../src/surveys/surveys.ts'
import type { Action } from './action.ts'
import { terms } from './catalogue.ts'
import { payCredit, settleStatement } from './settle-statement.ts'
import { letHoursPass, MAX_HOURS } from './testing.ts'

/** From noon, 12 hours lead past midnight. */
export function hoursPass(hours: number): Action {
  return {
    name: `${hours} hours pass`,
    isPossible: (model) => model.hours + 2 * hours <= MAX_HOURS,
    predict: (model) => {
      model.hours += hours
      return {}
    },
    perform: async (world) => {
      await letHoursPass(world, hours)
      return {}
    },
  }
}

export function releaseJob(): Action {
  return {
    name: 'job: release credits',
    isPossible: ({ credits }) => credits.some(({ state }) => state === 'pending'),
    predict: (model) => {
      const due = model.credits.filter(({ state, dueAt }) => state === 'pending' && dueAt <= model.hours)
      for (const credit of due.sort((a, b) => a.dueAt - b.dueAt)) {
        credit.state = 'available'
        payCredit(model, credit)
      }
      return {}
    },
    perform: async ({ deps }) => {
      await releaseCredits(deps)
      return {}
    },
  }
}

export function forgottenEventsJob(): Action {
  return {
    name: 'job: settle forgotten events',
    isPossible: ({ calls }) => calls.some(({ isForgotten }) => isForgotten),
    predict: (model) => {
      for (const call of model.calls.filter(({ isForgotten }) => isForgotten)) {
        call.isForgotten = false
        settleStatement(model, call.statement)
      }
      return {}
    },
    perform: async ({ deps }) => {
      await settleForgottenEvents(deps)
      return {}
    },
  }
}

export function surveyExpiryJob(): Action {
  return {
    name: 'job: expire surveys',
    isPossible: ({ attempts }) => attempts.size > 0,
    predict: (model) => {
      for (const attempt of model.attempts.values()) {
        const isOpen = attempt.status === 'started' || attempt.status === 'in_progress'
        if (isOpen && model.hours - attempt.startedAt >= terms.surveyExpiryDays * 24) {
          attempt.status = 'expired'
        }
      }
      return {}
    },
    perform: async ({ deps }) => {
      await expireSurveys(deps)
      return {}
    },
  }
}
