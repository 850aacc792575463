import type { AnswerValue } from '@chuma/contract/surveys/answers'
import type { Question } from '@chuma/contract/surveys/questionnaire/questions'
import { sayWords, type Words } from '@chuma/contract/surveys/questionnaire/words'
import type { SurveyQuestion } from '@chuma/contract/surveys/surveys'
import type { Followed } from './follow.ts'
import type { ShownQuestion } from './shown-question.ts'

/** A long answer would push the question off a phone's screen. */
const MAX_PIPED = 120

type Reading = { followed: Followed; language: string }
/** Say a text in the reader's language, with earlier answers in it. */
export type Say = (texts: Words) => string

export function createSay({ followed, language }: Reading): Say {
  const shown = new Map(followed.shown.map((each) => [each.question.code, each]))
  const sayAnswer = (code: string): string => {
    const asked = shown.get(code)
    const answer = asked && followed.answers.get(asked.question.id)
    if (!asked || answer === undefined) return '…'
    const text = wordAnswer(asked.question, answer, { say, language })
    return text.length > MAX_PIPED ? `${text.slice(0, MAX_PIPED - 1)}…` : text
  }
  const say: Say = (texts) => sayWords(texts, language, sayAnswer)
  return say
}

const YES_NO: Record<string, Record<'yes' | 'no', string>> = {
  en: { yes: 'Yes', no: 'No' },
  sw: { yes: 'Ndiyo', no: 'Hapana' },
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

/**
 * Turn what a member sent into codes. Options can be named by their code or by their words in any language of the questionnaire,
 * so that an answer that was chosen before the language changed still fits.
 */
export function readAnswer(
  { question, options }: ShownQuestion,
  given: AnswerValue,
  says: readonly Say[],
): AnswerValue {
  if (question.type !== 'multiple-choice' || typeof given !== 'string') return given
  const named = says.flatMap((say) => options.filter(({ words }) => tidy(say(words)) === given))
  return (named[0] ?? options.find(({ code }) => code === given))?.code ?? given
}

const tidy = (text: string) => text.trim().normalize('NFC')
