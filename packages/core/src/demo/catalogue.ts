import type { PlainQuestion, SurveyKind } from '@chuma/contract/surveys/surveys'
import type { QuizOptionKey } from '@chuma/contract/tasks/games'
import type { TaskKind } from '@chuma/contract/tasks/task-kinds'
import type { Db, Trx } from '@chuma/db/client'
import { insertPartnerIfMissing } from '@chuma/db/queries/partners/partners'
import { insertMissingSurveys } from '@chuma/db/queries/surveys/surveys'
import { insertMissingQuestions } from '@chuma/db/queries/tasks/quiz-questions'
import { insertMissingTasks } from '@chuma/db/queries/tasks/tasks'
import type { Deps } from '../deps.ts'
import { createPartnerKey, sealPartnerSecret } from '../partners/events.ts'
import type { Secrets } from '../secrets/secrets.ts'
import catalogue from './catalogue.json' with { type: 'json' }

const HOUR_MS = 3_600_000
const HOURS_BETWEEN = 7

/** Add surveys for the demo, the newest first. Existing ones, by title, don't change. */
export function ensureDemoSurveys({ db, secrets }: Pick<Deps, 'db' | 'secrets'>): Promise<void> {
  const newest = Date.now()
  return db.transaction().execute(async (trx) => {
    const partnerId = await insertDemoPartner(trx, secrets)
    const surveys = catalogue.surveys.map(({ page, kind, questions = null, ...survey }, index) => ({
      ...survey,
      kind: kind as SurveyKind,
      questions: questions as PlainQuestion[] | null,
      externalUrl: page ? `https://example.com/demo-research/${page}` : null,
      partnerId: page ? partnerId : null,
      createdAt: new Date(newest - index * HOURS_BETWEEN * HOUR_MS),
    }))
    await insertMissingSurveys(trx, surveys)
  })
}

/** Add the partner of the demo's external surveys, with the secret for its signatures. Returns its id. */
export function insertDemoPartner(trx: Trx, secrets: Secrets): Promise<string> {
  const key = createPartnerKey(secrets)
  const secret = sealPartnerSecret(secrets, key.partnerId, 'demo')
  return insertPartnerIfMissing(trx, { ...catalogue.partner, isActive: true, ...key, secret })
}

/** Add tasks of every kind for the demo, the newest of a kind first. Existing ones, by title, don't change. */
export function ensureDemoTasks(db: Db): Promise<void> {
  const newest = Date.now()
  const tasks = catalogue.tasks.map(({ kind, ...task }, index) => ({
    ...task,
    kind: kind as TaskKind,
    country: 'Kenya',
    partnerId: null,
    createdAt: new Date(newest - index * HOUR_MS),
  }))
  return db.transaction().execute((trx) => insertMissingTasks(trx, tasks))
}

/** Add questions for the demo's quiz. Existing ones, by their text, don't change. */
export function ensureDemoQuestions(db: Db): Promise<void> {
  const rows = catalogue.quiz.map(({ correctAnswer, ...question }) => ({
    ...question,
    correctAnswer: correctAnswer as QuizOptionKey,
  }))
  return db.transaction().execute((trx) => insertMissingQuestions(trx, rows))
}
