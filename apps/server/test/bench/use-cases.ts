import { economy } from '@chuma/contract/admin/economy/economy'
import { defaultEconomy, demoLimits } from '@chuma/contract/admin/economy/economy-defaults'
import { createCatalogueReader } from '@chuma/core/surveys/catalogue'
import { completeSurvey } from '@chuma/core/surveys/complete-survey'
import { startSurvey } from '@chuma/core/surveys/surveys'
import { givenSurvey, goodAnswers } from '@chuma/core/surveys/testing'
import { claimDailyLogin } from '@chuma/core/tasks/daily-login/claim-daily-login'
import { getQuiz, submitQuiz } from '@chuma/core/tasks/quiz/quiz'
import { givenQuestions, givenTask } from '@chuma/core/tasks/testing'
import { openTask, watchVideo } from '@chuma/core/tasks/views'
import { spin } from '@chuma/core/tasks/wheel'
import { createTestDeps } from '@chuma/core/testing'
import { createWantedEventsReader } from '@chuma/core/webhooks/endpoints'
import type { Db } from '@chuma/db/client'
import { sql } from 'kysely'
import type { Person } from './people.ts'

export type UseCase = {
  name: string
  /** Brings people to where they can earn. Not measured. */
  prepare?: (people: readonly Person[]) => Promise<unknown>
  earn: (deps: Deps, person: Person) => Promise<unknown>
}
type Deps = ReturnType<typeof createTestDeps>

const CACHED = { maxAgeMs: 3_600_000 }
const rates = economy.parse({ ...defaultEconomy, ...demoLimits })

/** What the doors give core, with what a server caches. */
export const openDeps = (db: Db): Deps =>
  createTestDeps(db, {
    economy: async () => rates,
    surveyCatalogue: createCatalogueReader(db, CACHED),
    wantedEvents: createWantedEventsReader(db, CACHED),
  })

/** List what a member earns by a call of their own. The wheel always wins: a losing spin books nothing. */
export async function openUseCases(db: Db): Promise<UseCase[]> {
  const deps = openDeps(db)
  const surveyId = await givenSurvey(db)
  const videoId = await givenTask(db, 'video')
  await givenQuestions(db, rates.quizQuestionsPerDay)
  const winning = { ...rates, spinTable: [{ points: 5, weight: 1 }] }
  const questions = await db.selectFrom('quizQuestion').select('questionId').execute()
  const answers = Object.fromEntries(questions.map(({ questionId }) => [questionId, 'B' as const]))
  return [
    { name: 'daily claim', earn: (own, person) => claimDailyLogin(own, toCaller(person)) },
    {
      name: 'spin',
      earn: (own, person) => spin({ ...own, economy: async () => winning }, toCaller(person)),
    },
    {
      name: 'quiz of the day',
      prepare: (people) => inTurn(people, (person) => getQuiz(deps, toCaller(person))),
      earn: (own, person) => submitQuiz(own, toCaller(person), { answers }),
    },
    {
      name: 'video',
      prepare: async (people) => {
        await inTurn(people, (person) => openTask(deps, toCaller(person), { id: videoId }))
        await sql`update task_view set opened_at = opened_at - interval '1 hour' where claimed_at is null`.execute(
          db,
        )
      },
      earn: (own, person) => watchVideo(own, toCaller(person), { id: videoId }),
    },
    {
      name: 'survey',
      prepare: (people) => inTurn(people, (person) => startSurvey(deps, toCaller(person), { surveyId })),
      earn: (own, person) => completeSurvey(own, toCaller(person), { surveyId, answers: goodAnswers }),
    },
  ]
}

function toCaller(person: Person) {
  return {
    ...person,
    isPremium: true,
    isEmailVerified: true,
    adminRole: null,
    tokenHash: Buffer.from(person.tokenHash, 'hex'),
  }
}

/** Run as many at once as the pool has connections. */
export async function inTurn(
  people: readonly Person[],
  act: (person: Person) => Promise<unknown>,
  atOnce = 4,
): Promise<void> {
  const waiting = [...people]
  const client = async () => {
    for (let person = waiting.pop(); person; person = waiting.pop()) await act(person)
  }
  await Promise.all(Array.from({ length: atOnce }, client))
}
