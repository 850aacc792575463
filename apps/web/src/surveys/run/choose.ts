import type { AnswerValue } from '@chuma/contract/surveys/answers'
import type { SurveyQuestion } from '@chuma/contract/surveys/surveys'
import type { useT } from '../../i18n/use-t.ts'

export type ChoicesAnswer = Extract<AnswerValue, { choices: string[] }>
type Asked = Pick<SurveyQuestion, 'choices' | 'least' | 'most'>

export const chosenIn = (answer: AnswerValue | undefined): ChoicesAnswer =>
  typeof answer === 'object' && 'choices' in answer ? answer : { choices: [] }

/** The option that asks for the member's own words, if it is chosen. */
export const findOther = ({ choices = [] }: Asked, codes: readonly string[]) =>
  choices.find(({ kind, code }) => kind === 'other' && codes.includes(code))

/** What was typed stays only as long as its option is chosen. */
export function keepOther(question: Asked, before: ChoicesAnswer, codes: string[]): ChoicesAnswer {
  const isKept = findOther(question, codes) !== undefined && before.other !== undefined
  return { choices: codes, ...(isKept && { other: before.other }) }
}

/** "None of these" and others of its kind exclude all other options, and the other way round. */
export function choose({ choices = [], most }: Asked, before: readonly string[], code: string): string[] {
  if (most === 1) return [code]
  if (before.includes(code)) return before.filter((other) => other !== code)
  const excludes = (one: string) =>
    choices.some((choice) => choice.code === one && choice.kind !== 'plain' && choice.kind !== 'other')
  return excludes(code) ? [code] : [...before.filter((other) => !excludes(other)), code]
}

/** Say how many have to be chosen, and how many may be. Null: the inputs show it. */
export function sayCount({ least = 1, most }: Asked, t: ReturnType<typeof useT>): string | null {
  if (most === 1) return null
  if (least > 1) return most ? t('run.leastMost', { least, most }) : t('run.least', { least })
  return most ? t('run.most', { most }) : t('run.several')
}
