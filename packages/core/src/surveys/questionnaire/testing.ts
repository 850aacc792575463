import { readFileSync } from 'node:fs'
import { type Questionnaire, questionnaire } from '@chuma/contract/surveys/questionnaire/questionnaire'
import type * as z from 'zod'

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
