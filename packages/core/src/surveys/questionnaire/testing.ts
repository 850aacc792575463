import { readFileSync } from 'node:fs'
import { LIST_QUALITY } from '@chuma/contract/surveys/answer-quality'
import { type Questionnaire, questionnaire } from '@chuma/contract/surveys/questionnaire/questionnaire'
import type { Db } from '@chuma/db/client'
import { upsertDraft } from '@chuma/db/queries/surveys/questionnaires'
import { lockOffer } from '@chuma/db/queries/surveys/survey-offers'
import type * as z from 'zod'
import { startBehind } from '../../admin/testing.ts'
import { givenSurvey } from '../testing.ts'

const docs = new URL('../../../../../docs/questionnaires.md', import.meta.url)

/** The example of the docs, which asks about tea: screening, every kind of condition, two languages. */
export function readTeaQuestionnaire(): Questionnaire {
  const [, block = ''] = /```json\n([\s\S]*?)```/.exec(readFileSync(docs, 'utf8')) ?? []
  return questionnaire.parse(JSON.parse(block))
}

type Given = z.input<typeof questionnaire>['sections'][number]['questions'][number]
type Loose<Union> = Union extends unknown
  ? Omit<Union, 'id' | 'words'> & { id?: number; words?: object }
  : never

/** A questionnaire in English of one section with these questions, numbered in order. */
export function givenQuestions(...questions: Loose<Given>[]): Questionnaire {
  return questionnaire.parse({
    sections: [
      {
        code: 'main',
        isScreening: true,
        questions: questions.map((given, place) => ({
          id: place + 1,
          words: { en: `About ${given.code}?` },
          ...given,
        })),
      },
    ],
  })
}

export const optionsOf = (...codes: string[]) => codes.map((code) => ({ code, words: { en: `The ${code}` } }))

/** Run calls that change one survey so that they overlap: they start while its row is locked, which ends once all of them wait. */
export const startAtSurvey = <T>(db: Db, surveyId: string, start: () => Promise<T>[]) =>
  startBehind(db, (holder) => lockOffer(holder, surveyId), start)

/** A survey whose questionnaire is drafted as version 1, and not published. */
export async function givenDraft(db: Db, given: Questionnaire): Promise<string> {
  // Tests answer at once, and mostly alike: nothing is held for that alone.
  const surveyId = await givenSurvey(db, { answerQuality: JSON.stringify(LIST_QUALITY) })
  await db
    .transaction()
    .execute((trx) => upsertDraft(trx, { surveyId, questionnaire: given, version: 1, savedBy: 'staff:test' }))
  return surveyId
}
