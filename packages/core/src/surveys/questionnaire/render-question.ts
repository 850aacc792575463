import type { AnswerValue, GivenAnswer } from '@chuma/contract/surveys/answers'
import type { Question } from '@chuma/contract/surveys/questionnaire/questions'
import { sayWords, type Words } from '@chuma/contract/surveys/questionnaire/words'
import type { SurveyQuestion } from '@chuma/contract/surveys/surveys'
import { type ReadAnswer, readAnswer, YES_NO } from '../read-answer.ts'
import type { Followed } from './follow.ts'
import type { ShownQuestion } from './shown-question.ts'

/** A long answer would push the question off a phone's screen. */
const MAX_PIPED = 120

type Reading = { followed: Pick<Followed, 'shown' | 'answers'>; language: string }
/** Say a text in the reader's language, with earlier answers in it. */
export type Say = (texts: Words) => string

export function createSay({ followed, language }: Reading): Say {
  const shown = new Map(followed.shown.map((each) => [each.question.code, each]))
  const said = new Map<string, string>()
  const sayAnswer = (code: string): string => {
    // Labels may quote earlier answers, whose labels do too: each is put into words once.
    const known = said.get(code) ?? word(code)
    said.set(code, known)
    return known
  }
  const word = (code: string): string => {
    const asked = shown.get(code)
    const answer = asked && followed.answers.get(asked.question.id)
    if (!asked || answer === undefined) return '…'
    const text = wordAnswer(asked.question, answer, { say, language })
    return text.length > MAX_PIPED ? `${text.slice(0, MAX_PIPED - 1)}…` : text
  }
  const say: Say = (texts) => sayWords(texts, language, sayAnswer)
  return say
}

function wordAnswer(
  question: Question,
  answer: AnswerValue,
  { say, language }: { say: Say; language: string },
) {
  if (question.type === 'yes-no')
    return (YES_NO[language] ?? YES_NO.en)?.[answer === 'yes' ? 'yes' : 'no'] ?? ''
  if (question.type === 'number') return `${answer}${question.unit ? ` ${say(question.unit)}` : ''}`
  if (typeof answer !== 'object') {
    const option = 'options' in question ? question.options.find(({ code }) => code === answer) : undefined
    return option ? say(option.words) : String(answer)
  }
  if (!('choices' in answer) || question.type !== 'choices') return ''
  return answer.choices
    .map((code) => question.options.find((option) => option.code === code))
    .map((option) => (option?.kind === 'other' ? (answer.other ?? '') : say(option?.words ?? { en: '' })))
    .join(', ')
}

/**
 * Show a question to a member. The specification's four types have its fields and no others; the rest have what their input
 * needs.
 */
export function renderQuestion({ question, options, rows }: ShownQuestion, say: Say): SurveyQuestion {
  const plain = {
    id: question.id,
    type: question.type,
    question: say(question.words),
    options: options.map(({ words }) => say(words)),
    required: question.required,
  }
  switch (question.type) {
    case 'choices':
      return {
        ...plain,
        choices: options.map(({ code, words, kind }) => ({ code, label: say(words), kind: kind ?? 'plain' })),
        most: question.most ?? null,
      }
    case 'scale':
      return {
        ...plain,
        scale: {
          from: question.from,
          to: question.to,
          low: question.low ? say(question.low) : null,
          high: question.high ? say(question.high) : null,
        },
      }
    case 'number': {
      const { min, max, decimals, unit } = question
      return { ...plain, number: { min, max, decimals, unit: unit ? say(unit) : null } }
    }
    case 'grid': {
      const label = ({ code, words }: { code: string; words: Words }) => ({ code, label: say(words) })
      return { ...plain, rows: rows.map(label), columns: question.columns.map(label) }
    }
    default:
      return plain
  }
}

/** Show an answer as members give it: an option of the specification's choice is its words, not its code. */
export function renderAnswer(
  { question, options }: ShownQuestion,
  answer: AnswerValue,
  say: Say,
): AnswerValue {
  if (question.type !== 'multiple-choice') return answer
  const option = options.find(({ code }) => code === answer)
  return option ? say(option.words) : answer
}

type Asking = { before: Pick<Followed, 'shown' | 'answers'>; languages: readonly string[] }

/**
 * Turn what a member sent into codes. Labels count in every language of the questionnaire, so that an answer that was chosen before
 * the language changed still fits.
 */
export function readShownAnswer(
  { question, options, rows }: ShownQuestion,
  given: GivenAnswer,
  { before, languages }: Asking,
): ReadAnswer {
  const says = hasLabels(question)
    ? languages.map((language) => createSay({ followed: before, language }))
    : []
  const name = ({ code, words }: { code: string; words: Words }) => ({
    code,
    labels: says.map((say) => say(words)),
  })
  return readAnswer(
    {
      type: question.type,
      options: options.map(name),
      rows: rows.map(name),
      columns: question.type === 'grid' ? question.columns.map(name) : [],
    },
    given,
  )
}

const hasLabels = (question: Question) => 'options' in question || question.type === 'grid'
