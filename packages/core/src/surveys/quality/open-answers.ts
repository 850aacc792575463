import type { AnswerValue } from '@chuma/contract/surveys/answers'
import type { SurveyQuestion } from '@chuma/contract/surveys/surveys'

/** Shorter answers are alike by chance: "none", "no comment", "lower prices please". */
const TELLING_CHARACTERS = 24
const TELLING_WORDS = 4
const MIN_NONSENSE = 4

export type OpenAnswer = { questionId: number; text: string }

/** List the typed answers, as they compare with others: in small letters, without punctuation and double spaces. */
export function listOpenAnswers(
  questions: readonly SurveyQuestion[],
  answers: ReadonlyMap<number, AnswerValue>,
): OpenAnswer[] {
  return questions
    .filter(({ type }) => type === 'text')
    .map(({ id }) => ({ questionId: id, text: normaliseAnswer(String(answers.get(id) ?? '')) }))
    .filter(({ text }) => text !== '')
}

export function normaliseAnswer(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** Whether an answer is long enough that the same words twice are no accident. */
export function isTelling(text: string): boolean {
  return text.length >= TELLING_CHARACTERS && text.split(' ').length >= TELLING_WORDS
}

const RUNS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm', '1234567890', 'abcdefghijklmnopqrstuvwxyz']

/** Whether an answer is one character over and over, or runs along the keyboard. */
export function isNonsense(text: string): boolean {
  const letters = text.replaceAll(' ', '')
  if (letters.length < MIN_NONSENSE) return false
  if (new Set(letters).size === 1) return true
  return RUNS.some((run) => consistsOfRuns(letters, run))
}

/** Whether a text consists only of pieces of a run, each of three characters or more. */
function consistsOfRuns(text: string, run: string): boolean {
  let rest = text
  while (rest !== '') {
    let length = 0
    while (length < rest.length && run.includes(rest.slice(0, length + 1))) length += 1
    if (length < 3) return false
    rest = rest.slice(length)
  }
  return true
}
