import type { SurveyQuestion } from './surveys.ts'

/** 400 words a minute: faster than nearly everyone reads text that they have to answer. */
const WORDS_A_SECOND = 400 / 60

/** Choosing is one tap; a typed answer is at least a few words on a phone's keyboard. */
const ANSWER_SECONDS: Record<SurveyQuestion['type'], number> = {
  'multiple-choice': 1,
  rating: 1,
  'yes-no': 1,
  text: 4,
  choices: 2,
  scale: 1,
  number: 2,
  grid: 1,
}

/**
 * Return the seconds below which nobody reads and answers these questions: a fast reader's time for the words, and the time of
 * an answer for each required question. Choices count half, because people stop at theirs.
 */
export function minimumSeconds(
  questions: readonly Pick<SurveyQuestion, 'type' | 'question' | 'options' | 'required' | 'rows'>[],
): number {
  const seconds = questions.map(({ type, question, options, required, rows = [] }) => {
    const choices = [...options, ...rows.map(({ label }) => label)]
    const words = countWords(question) + choices.reduce((sum, choice) => sum + countWords(choice), 0) / 2
    // Each row of a grid is an answer of its own.
    return words / WORDS_A_SECOND + (required ? ANSWER_SECONDS[type] * Math.max(1, rows.length) : 0)
  })
  return Math.ceil(seconds.reduce((sum, each) => sum + each, 0))
}

const countWords = (text: string): number => text.split(/\s+/u).filter((word) => word !== '').length
