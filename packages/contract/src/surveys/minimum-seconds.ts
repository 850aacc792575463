import type { SurveyQuestion } from './surveys.ts'

/** 400 words a minute: faster than nearly everyone reads text that they have to answer. */
const WORDS_A_SECOND = 400 / 60

/** Choosing is one tap; a typed answer is at least a few words on a phone's keyboard. */
const ANSWER_SECONDS: Record<SurveyQuestion['type'], number> = {
  'multiple-choice': 1,
  rating: 1,
  'yes-no': 1,
  text: 4,
}

/**
 * Return the seconds below which nobody reads and answers these questions: a fast reader's time for the words, and the time of
 * an answer for each required question. Choices count half, because people stop at theirs.
 */
export function minimumSeconds(
  questions: readonly Pick<SurveyQuestion, 'type' | 'question' | 'options' | 'required'>[],
): number {
  const seconds = questions.map(({ type, question, options, required }) => {
    const words = countWords(question) + options.reduce((sum, option) => sum + countWords(option), 0) / 2
    return words / WORDS_A_SECOND + (required ? ANSWER_SECONDS[type] : 0)
  })
  return Math.ceil(seconds.reduce((sum, each) => sum + each, 0))
}

const countWords = (text: string): number => text.split(/\s+/u).filter((word) => word !== '').length
