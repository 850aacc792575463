import { givenQuestions, givenTask } from '@chuma/core/tasks/testing'
import type { Db } from '@chuma/db/client'
import type { Boss, Changes } from './change.ts'

const question = {
  question: 'Which?',
  optionA: 'a',
  optionB: 'b',
  optionC: 'c',
  optionD: 'd',
  correctAnswer: 'A',
  isActive: true,
}
const task = { title: 'A post', points: 30, instructions: 'Post it.', isActive: true }

/** What staff do with games and tasks. */
export function catalogueChanges(db: Db, boss: Boss): Changes {
  return {
    'admin.createQuizQuestion': () => boss(question),
    'admin.updateQuizQuestion': async () => boss({ ...question, ...(await givenQuestion(db)) }),
    'admin.retireQuizQuestion': async () => boss(await givenQuestion(db)),
    'admin.importQuizQuestions': () =>
      boss({
        csv: `Question,Option A,Option B,Option C,Option D,Correct answer\n${crypto.randomUUID()}?,a,b,c,d,A`,
      }),
    'admin.createTask': () => boss({ ...task, kind: 'social' }),
    'admin.updateTask': async () => boss({ ...task, id: await givenTask(db, 'social'), version: 1 }),
    'admin.retireTask': async () => boss({ id: await givenTask(db, 'social'), version: 1 }),
  }
}

async function givenQuestion(db: Db) {
  await givenQuestions(db, 1)
  return db
    .selectFrom('quizQuestion')
    .select(['questionId as id', 'version'])
    .where('retiredAt', 'is', null)
    .limit(1)
    .executeTakeFirstOrThrow()
}

/** Reads that need an input. */
export const catalogueLooks = (db: Db): Record<string, () => Promise<object>> => ({
  'admin.getQuizQuestion': async () => ({ id: (await givenQuestion(db)).id }),
  'admin.getTask': async () => ({ id: await givenTask(db, 'social') }),
})
