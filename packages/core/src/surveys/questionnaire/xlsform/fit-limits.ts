import { problem } from '@chuma/contract/problems'
import type { Logic } from '@chuma/contract/surveys/questionnaire/logic'
import type { Question } from '@chuma/contract/surveys/questionnaire/questions'
import type { Words } from '@chuma/contract/surveys/questionnaire/words'
import { readOperation } from '../evaluate-logic.ts'
import type { Tell } from './form.ts'

const MAX_SECTION_QUESTIONS = 100
const MAX_SECTIONS = 30

export type Section = {
  code: string
  title?: Words
  isScreening: boolean
  showIf?: Logic
  endIf: []
  questions: Question[]
}

export const onlyGiven = (key: string, value: unknown) => (value === undefined ? {} : { [key]: value })

/** One condition of several. */
export function joinRules(rules: readonly (Logic | undefined)[]): Logic | undefined {
  const parts = rules.flatMap((rule) => {
    if (rule === undefined) return []
    const read = readOperation(rule)
    return read?.operation === 'and' ? read.values : [rule]
  })
  return parts.length > 1 ? { and: parts } : parts[0]
}

/** Keep to the limits of a questionnaire: long sections are split, and short ones joined. */
export function fitLimits(sections: readonly Section[], tell: Tell): Section[] {
  const fitting = sections.flatMap((section) => {
    const { questions } = section
    const parts = Math.ceil(questions.length / MAX_SECTION_QUESTIONS)
    return Array.from({ length: parts }, (_, part): Section => {
      const own = questions.slice(part * MAX_SECTION_QUESTIONS, (part + 1) * MAX_SECTION_QUESTIONS)
      return {
        ...section,
        ...(part > 0 && { code: `${section.code.slice(0, 28)}_p${part + 1}` }),
        questions: own,
      }
    })
  })
  if (fitting.length <= MAX_SECTIONS) return fitting
  tell('changed', problem('XLSFORM_SECTIONS_MERGED', { max: MAX_SECTIONS }))
  return mergeSections(fitting)
}

/** Join neighbours with the fewest questions until the rest fits. What showed a section then shows each of its questions. */
function mergeSections(sections: readonly Section[]): Section[] {
  const merged = [...sections]
  while (merged.length > MAX_SECTIONS) {
    const sizes = merged
      .slice(1)
      .map(({ questions }, at) => questions.length + (merged[at]?.questions.length ?? 0))
    const at = sizes.indexOf(Math.min(...sizes))
    const [first, second] = [merged[at], merged[at + 1]]
    if (!first || !second) break
    const { showIf: _, ...frame } = first
    merged.splice(at, 2, { ...frame, questions: [...showEach(first), ...showEach(second)] })
  }
  return merged
}

function showEach({ showIf, questions }: Section): Question[] {
  return questions.map(
    (each) => ({ ...each, ...onlyGiven('showIf', joinRules([showIf, each.showIf])) }) as Question,
  )
}
