import { execFileSync } from 'node:child_process'
import { exportResultsInput } from '@chuma/contract/surveys/results'
import type { Db } from '@chuma/db/client'
import { type RawBuilder, sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import { createTestDeps, givenMember } from '../../testing.ts'
import { completeSurvey } from '../complete-survey.ts'
import { givenSurvey, goodAnswers } from '../testing.ts'
import { changeCategory } from './categories.ts'
import { exportResults, listSurveyAnswers } from './export-results.ts'

/** Whether a program is installed here that checks our output. */
export function canRun(program: string, args: string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** A whole export as one text. */
export async function exportText(deps: Deps, filter: object): Promise<string> {
  const staff = { name: 'staff:analyst', address: null }
  const pieces: string[] = []
  for await (const piece of await exportResults(deps, staff, exportResultsInput.parse(filter)))
    pieces.push(String(piece))
  return pieces.join('')
}

const TABLES = ['member', 'survey_attempt', 'survey_answer']
type Filling = {
  surveyId: string
  people: number
  /** Of its questionnaire; by default it asks a plain list. */
  version?: number
  /** Selects `n`, the number of a person from 1, `question` and `answer`. */
  answers: RawBuilder<unknown>
}

/** Give a survey many people who have answered it, without what triggers would count and tell about each. */
export async function fillSurvey(db: Db, { surveyId, people, version, answers }: Filling): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx)
    for (const table of TABLES) await sql`alter table ${sql.table(table)} disable trigger user`.execute(trx)
    await sql`create temp table one_of_many on commit drop as
      select gen_random_uuid() as member_id, n from generate_series(1, ${sql.lit(people)}) as n`.execute(trx)
    await sql`insert into member (member_id, email, first_name, last_name, country, password_hash)
      select member_id, n || '.' || ${surveyId} || '@many.example', 'Amina', 'Otieno', 'Kenya', '-' from one_of_many`.execute(
      trx,
    )
    await sql`insert into survey_attempt (member_id, survey_id, reward_points, questions, questionnaire_version)
      select member_id, ${surveyId}, 5, '[]', ${version ?? null}::int from one_of_many`.execute(trx)
    await sql`insert into survey_answer (member_id, survey_id, question_id, answer)
      select member_id, ${surveyId}, a.question, a.answer from one_of_many join (${answers}) a using (n)`.execute(
      trx,
    )
    await sql`update survey_attempt set status = 'completed', completed_at = now(), ended_at = now()
      where survey_id = ${surveyId}`.execute(trx)
    for (const table of TABLES) await sql`alter table ${sql.table(table)} enable trigger user`.execute(trx)
  })
  await sql`analyze survey_answer, survey_attempt`.execute(db)
}

type Given = { surveyId: string; people: number; words?: string }

/** Give a survey of `fourQuestions` people who have answered all four. */
export function givenPeople(db: Db, { surveyId, people, words = 'School fees' }: Given): Promise<void> {
  const answers = sql`select n, question, case question when 1 then to_jsonb((array['Bank', 'SACCO'])[1 + n % 2])
      when 2 then to_jsonb(1 + n % 5) when 3 then to_jsonb((array['yes', 'no'])[1 + n / 2 % 2])
      else to_jsonb(${words}::text || ' ' || n) end as answer
    from generate_series(1, ${sql.lit(people)}) as n, generate_series(1, 4) as question`
  return fillSurvey(db, { surveyId, people, answers })
}

/** People who answered the open question 4, which has the category 1. */
export async function givenOpenAnswer(db: Db, words: readonly string[] = ['School fees']) {
  const deps = createTestDeps(db)
  const id = await givenSurvey(db)
  for (const answer of words) {
    await completeSurvey(deps, await givenMember(db), {
      surveyId: id,
      answers: { ...goodAnswers, '4': answer },
    })
  }
  const staff = { name: 'staff:analyst', address: null }
  await changeCategory(deps, staff, { id, questionId: 4, change: { kind: 'add', name: 'Fees' } })
  const found = await listSurveyAnswers(deps, { id, quality: 'all', questionId: 4, limit: 200 })
  const respondents = words.map((answer) => found.find((one) => one.answer === answer)?.id ?? '')
  return { id, respondents }
}
