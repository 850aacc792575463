import type { Logic } from '@chuma/contract/surveys/questionnaire/logic'
import {
  MAX_QUESTIONNAIRE_BYTES,
  MAX_QUESTIONS,
  type Questionnaire,
  questionnaire,
} from '@chuma/contract/surveys/questionnaire/questionnaire'

/** Takes as many steps as a condition may, for each of the answers to three questions. */
const costly = (code: string): Logic => ({
  '>': [
    {
      reduce: [
        Array.from({ length: 100 }, (_, n) => n),
        { '+': [{ var: 'current' }, { var: 'accumulator' }, 1] },
        0,
      ],
    },
    { '+': [{ var: code }, { var: 'q1' }, { var: 'q2' }] },
  ],
})

const say = (text: string) => ({ en: text, sw: text, luo: text })

/** As many questions as are allowed: ratings with costly conditions, numbers, and choices between fifty options. */
function writeQuestionnaire(words: number): Questionnaire {
  const options = Array.from({ length: 50 }, (_, n) => ({
    code: `o${n}`,
    words: say(`${'x'.repeat(words)} ${n}`),
  }))
  const questions = Array.from({ length: MAX_QUESTIONS }, (_, n) => ({
    id: n + 1,
    code: `q${n}`,
    words: say(`About ${n}?`),
    ...(n < 50
      ? { type: 'rating', ...(n > 3 && { showIf: costly(`q${n - 1}`) }) }
      : n < 100
        ? { type: 'number', min: 0, max: 1_000_000 }
        : { type: 'choices', options }),
  }))
  const sections = [0, 100].map((start) => ({
    code: `s${start}`,
    questions: questions.slice(start, start + 100),
  }))
  return questionnaire.parse({ languages: ['en', 'sw', 'luo'], sections })
}

const lengthOf = (words: number) => JSON.stringify(writeQuestionnaire(words)).length
const perLetter = lengthOf(2) - lengthOf(1)
export const largestQuestionnaire = writeQuestionnaire(
  1 + Math.floor((MAX_QUESTIONNAIRE_BYTES - lengthOf(1)) / perLetter),
)
