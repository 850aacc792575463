import { completeSurvey } from '../../src/surveys/complete-survey.ts'
import { startSurvey } from '../../src/surveys/surveys.ts'
import { goodAnswers } from '../../src/surveys/testing.ts'
import { openLink } from '../../src/tasks/views.ts'
import { type Action, answerTo } from './action.ts'
import { type LinkName, links, type SurveyName, surveys } from './catalogue.ts'
import { availableOf, book, type Model, refused } from './model.ts'

export function surveyStart(name: SurveyName): Action {
  const survey = surveys[name]
  return {
    name: `start ${name} survey`,
    isMembers: true,
    predict: (model) => {
      const attempt = beginAttempt(model, name)
      if (survey.kind === 'external' && isUnfinished(attempt)) {
        attempt.status = 'in_progress'
        const { points, partner } = survey
        model.clicks.push({
          survey: name,
          link: null,
          partner,
          points,
          at: model.hours,
          claim: null,
          granted: 0,
        })
      }
      return { status: attempt.status, reward: survey.points }
    },
    perform: async (world) => {
      const { deps, member } = world
      const started = await startSurvey(deps, member, { surveyId: world.surveys[name] })
      if (started.externalUrl) await world.noteReference(started.externalUrl)
      return { status: started.status, reward: started.reward }
    },
  }
}

export function surveyCompletion({ name, isWrong }: { name: SurveyName; isWrong: boolean }): Action {
  const { kind, points } = surveys[name]
  return {
    name: `complete ${name} survey${isWrong ? ' with wrong answers' : ''}`,
    isMembers: true,
    predict: (model) => {
      const attempt = model.attempts.get(name)
      if (attempt?.status === 'completed' && kind !== 'external') return answerOfFirst(model, name)
      if (attempt && !isUnfinished(attempt)) return refused('SURVEY_FINISHED')
      if (kind === 'external') return refused('AWAITS_PARTNER')
      if (isWrong) return refused('INVALID_INPUT')
      beginAttempt(model, name).status = 'completed'
      book(model, { kind: 'survey', cause: `${name} survey`, points })
      return answerOfFirst(model, name)
    },
    perform: ({ deps, member, surveys: ids }) =>
      answerTo(async () => {
        const good = kind === 'questions' ? goodAnswers : {}
        const answers = isWrong ? { ...good, '99': 'Never asked' } : good
        const completed = await completeSurvey(deps, member, { surveyId: ids[name], answers })
        return { pointsEarned: completed.pointsEarned, availablePoints: completed.availablePoints }
      }),
  }
}

export function linkClick(name: LinkName): Action {
  const { points, partner } = links[name]
  return {
    name: `leave by ${name} link`,
    isMembers: true,
    predict: (model) => {
      model.clicks.push({
        survey: null,
        link: name,
        partner,
        points,
        at: model.hours,
        claim: null,
        granted: 0,
      })
      return {}
    },
    perform: async (world) => {
      const { deps, member, tasks } = world
      const visitor = { staff: null, apiKey: null, address: null, userAgent: null }
      const { url } = await openLink(deps, { ...visitor, member }, { id: tasks[name] })
      await world.noteReference(url)
      return {}
    },
  }
}

function beginAttempt(model: Model, name: SurveyName) {
  const attempt = model.attempts.get(name) ?? { status: 'started' as const, startedAt: model.hours }
  model.attempts.set(name, attempt)
  return attempt
}

const isUnfinished = ({ status }: { status: string }) => status === 'started' || status === 'in_progress'

/** A repeated completion returns the first answer, including its balance. */
function answerOfFirst({ ledger }: Model, name: SurveyName) {
  const first = ledger.findIndex(({ cause }) => cause === `${name} survey`)
  const until = ledger.slice(0, first + 1)
  return { pointsEarned: surveys[name].points, availablePoints: availableOf({ ledger: until }) }
}
