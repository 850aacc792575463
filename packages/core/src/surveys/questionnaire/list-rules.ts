import type { Logic } from '@chuma/contract/surveys/questionnaire/logic'
import type {
  Contradiction,
  Questionnaire,
  Section,
} from '@chuma/contract/surveys/questionnaire/questionnaire'
import type { EndRule, Question } from '@chuma/contract/surveys/questionnaire/questions'

/**
 * What a member passes, in this order: each section, its questions, and the rules that may end the survey behind them. At the end
 * come the contradictions that their answers are checked for.
 */
export type Step =
  | { kind: 'section'; path: string; section: Section }
  | { kind: 'question'; path: string; section: Section; question: Question }
  | { kind: 'ends'; path: string; section: Section; question: Question | null; rules: EndRule[] }
  | { kind: 'contradiction'; path: string; contradiction: Contradiction }

export function listSteps({ sections, contradictions = [] }: Questionnaire): Step[] {
  const asked = sections.flatMap((section, index): Step[] => {
    const path = `sections.${index}`
    return [
      { kind: 'section', path, section },
      ...section.questions.flatMap((question, place): Step[] => {
        const own = `${path}.questions.${place}`
        return [
          { kind: 'question', path: own, section, question },
          { kind: 'ends', path: own, section, question, rules: question.endIf },
        ]
      }),
      { kind: 'ends', path, section, question: null, rules: section.endIf },
    ]
  })
  const checks = contradictions.map((contradiction, index): Step => {
    return { kind: 'contradiction', path: `contradictions.${index}`, contradiction }
  })
  return [...asked, ...checks]
}

export type Rule = { path: string; rule: Logic }

/** The conditions of a step, with their paths. */
export function listRules(step: Step): Rule[] {
  if (step.kind === 'ends')
    return step.rules.map(({ if: rule }, place) => ({ path: `${step.path}.endIf.${place}.if`, rule }))
  if (step.kind === 'section') return onlyGiven([{ path: `${step.path}.showIf`, rule: step.section.showIf }])
  if (step.kind === 'contradiction') return [{ path: `${step.path}.if`, rule: step.contradiction.if }]
  const { question, path } = step
  return onlyGiven([
    { path: `${path}.showIf`, rule: question.showIf },
    ...listNamedParts(question).map(({ name, showIf }) => ({ path: `${path}.${name}.showIf`, rule: showIf })),
  ])
}

const onlyGiven = (rules: { path: string; rule: Logic | undefined }[]): Rule[] =>
  rules.flatMap(({ path, rule }) => (rule === undefined ? [] : [{ path, rule }]))

/** The options or rows of a question with their names in a path. */
export function listNamedParts(question: Question) {
  if ('options' in question)
    return question.options.map((option, place) => ({ name: `options.${place}`, ...option }))
  if (question.type !== 'grid') return []
  return question.rows.map((row, place) => ({ name: `rows.${place}`, ...row }))
}
