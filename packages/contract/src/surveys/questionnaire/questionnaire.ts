import * as z from 'zod'
import { line } from '../../fields.ts'
import { logic } from './logic.ts'
import { endRules, isExclusive, order, type Question, question, questionCode } from './questions.ts'
import { words, wordsLanguage } from './words.ts'

/** The size of a questionnaire as JSON, in bytes. */
export const MAX_QUESTIONNAIRE_BYTES = 1024 * 1024
export const MAX_QUESTIONS = 200

const section = z.strictObject({
  code: questionCode,
  title: words(200).optional(),
  /** Decides who is asked. Screening sections come first, and only they may screen out. */
  isScreening: z.boolean().default(false),
  showIf: logic.optional(),
  /** After the last question of the section. */
  endIf: endRules,
  /** Of its questions: the same for one member. */
  order: order.optional(),
  /** Stays in its place where sections are mixed, as screening does. */
  fixed: z.boolean().optional(),
  questions: z.array(question).min(1).max(100),
})
export type Section = z.infer<typeof section>

/** Answers that cannot both be true. They end nothing: they put the answers in doubt. */
const contradiction = z.strictObject({
  if: logic,
  /** What is wrong, for the person who checks the answers. */
  note: line(200),
})
export type Contradiction = z.infer<typeof contradiction>
export const MAX_CONTRADICTIONS = 20

/**
 * What members are asked, as staff write it. The schema holds its shape and bounds; what only the whole shows, such as a
 * condition about a later question, is found by the check before publishing, so that unfinished drafts can be saved.
 */
export const questionnaire = z.strictObject({
  languages: z.array(wordsLanguage).max(10).default(['en']),
  sections: z.array(section).min(1).max(30),
  /** Of the sections. */
  order: order.optional(),
  contradictions: z.array(contradiction).max(MAX_CONTRADICTIONS).optional(),
})
export type Questionnaire = z.infer<typeof questionnaire>

export const listQuestions = ({ sections }: Questionnaire) => sections.flatMap(({ questions }) => questions)

/** Give a grid whose rows are the options chosen at an earlier question these options, each shown if it was chosen. */
export function withRows(questionnaire: Questionnaire): Questionnaire {
  const sources = new Map(listQuestions(questionnaire).map((each) => [each.code, each]))
  const fill = (each: Question): Question => {
    if (each.type !== 'grid' || each.rowsFrom === undefined) return each
    const { rowsFrom, ...grid } = each
    const source = sources.get(rowsFrom)
    const options = source?.type === 'choices' ? source.options.filter((option) => !isExclusive(option)) : []
    const rows = options.map(({ code, words }) => ({
      code,
      words,
      showIf: { in: [code, { var: rowsFrom }] },
    }))
    return { ...grid, rows: [...rows, ...grid.rows] }
  }
  const sections = questionnaire.sections.map((section) => ({
    ...section,
    questions: section.questions.map(fill),
  }))
  return { ...questionnaire, sections }
}
