import type { Logic } from '@chuma/contract/surveys/questionnaire/logic'
import {
  MAX_QUESTIONS,
  type Questionnaire,
  questionnaire,
} from '@chuma/contract/surveys/questionnaire/questionnaire'
import type { ImportQuestionnaireInput } from '@chuma/contract/surveys/questionnaire/questionnaire-desk'
import type { EndRule, Question } from '@chuma/contract/surveys/questionnaire/questions'
import type { Words } from '@chuma/contract/surveys/questionnaire/words'
import { toCsv } from '@chuma/contract/to-csv'
import { toFieldProblems } from '@chuma/contract/to-field-problems'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import { AppError, invalidField } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import { readCsv } from '../../read-csv.ts'
import { requireDraft, saveQuestionnaire } from './save-questionnaire.ts'

const COLUMNS = ['Element', 'ID', 'Code', 'Type', 'Settings'] as const
/** Each question has its options, rows, columns and ends. */
const MOST_ROWS = MAX_QUESTIONS * 100

type Part = { code: string; words: Words; showIf?: Logic | undefined; kind?: string | undefined }
type Element = {
  element: string
  words?: Words | undefined
  id?: number
  code?: string
  type?: string
  settings: object
}

/**
 * Export a survey's draft for spreadsheets and translators: a row for each section, question, option, row, column and end, with a
 * column for each language, and the contradictions. Empty without a draft.
 */
export async function exportQuestionnaire({ db }: Pick<Deps, 'db'>, { id }: { id: string }): Promise<string> {
  const { content } = await requireDraft(db, id)
  return writeQuestionnaireCsv(content ?? { languages: ['en'], sections: [] })
}

export function writeQuestionnaireCsv({ languages, sections, contradictions = [] }: Questionnaire): string {
  const elements = sections.flatMap(({ code, title, questions, endIf, ...settings }): Element[] => [
    { element: 'section', code, words: title, settings },
    ...questions.flatMap(listElements),
    ...endIf.map((rule) => toEnd('section-end', rule)),
  ])
  elements.push(...contradictions.map((settings) => ({ element: 'contradiction', settings })))
  return toCsv(
    [...COLUMNS, ...languages],
    elements.map(({ element, id, code, type, settings, words }) => [
      element,
      id ?? '',
      code ?? '',
      type ?? '',
      Object.keys(settings).length > 0 ? JSON.stringify(settings) : '',
      ...languages.map((language) => words?.[language] ?? ''),
    ]),
  )
}

function listElements(question: Question): Element[] {
  const { id, code, type, words, endIf, ...rest } = question
  const {
    options = [],
    rows = [],
    columns = [],
    ...settings
  } = { options: undefined, rows: undefined, columns: undefined, ...rest }
  const toPart =
    (element: string) =>
    ({ code: name, words: texts, ...more }: Part) => ({ element, code: name, words: texts, settings: more })
  return [
    { element: 'question', id, code, type, words, settings },
    ...options.map(toPart('option')),
    ...rows.map(toPart('row')),
    ...columns.map(toPart('column')),
    ...endIf.map((rule) => toEnd('end', rule)),
  ]
}

const toEnd = (element: string, { reason, ...settings }: EndRule): Element => ({
  element,
  words: reason,
  settings,
})

/**
 * Read what `exportQuestionnaire` wrote, and save it as the draft.
 * @throws AppError INVALID_INPUT naming the line or the field; QUESTIONNAIRE_CHANGED
 */
export async function importQuestionnaire(
  deps: Pick<Deps, 'db'>,
  staff: StaffActor,
  { id, version, csv }: ImportQuestionnaireInput,
): ReturnType<typeof saveQuestionnaire> {
  return saveQuestionnaire(deps, staff, { id, version, questionnaire: await readQuestionnaireCsv(csv) })
}

export async function readQuestionnaireCsv(csv: string): Promise<Questionnaire> {
  const { head, rows } = await readCsv(csv, { mostRows: MOST_ROWS })
  const missing = COLUMNS.filter((column) => !head.includes(column))
  if (missing.length > 0) throw invalidField('csv', 'COLUMNS_MISSING', { columns: missing })
  const languages = head.filter((column) => !COLUMNS.some((known) => known === column))
  const sections: Built[] = []
  const contradictions: object[] = []
  for (const { line, cells } of rows) {
    const cell = (column: string) => cells[head.indexOf(column)] ?? ''
    const settings = readSettings(cell('Settings'), line)
    if (cell('Element') === 'contradiction') {
      contradictions.push(settings)
      continue
    }
    addElement(sections, line, {
      ...settings,
      element: cell('Element'),
      ...(cell('Code') && { code: cell('Code') }),
      ...(cell('ID') && { id: Number(cell('ID')) }),
      ...(cell('Type') && { type: cell('Type') }),
      texts: Object.fromEntries(
        languages.map((name) => [name, cell(name)]).filter(([, text]) => text !== ''),
      ),
    })
  }
  const input = { languages, sections, ...(contradictions.length > 0 && { contradictions }) }
  const parsed = questionnaire.safeParse(input)
  if (!parsed.success) throw new AppError('INVALID_INPUT', { fields: toFieldProblems(parsed.error, input) })
  return parsed.data
}

type Built = Record<string, unknown> & { questions: Record<string, unknown>[]; endIf: unknown[] }
type Row = Record<string, unknown> & { element: string; texts: object }

function readSettings(text: string, line: number): object {
  if (text === '') return {}
  try {
    const settings: unknown = JSON.parse(text)
    if (typeof settings === 'object' && settings !== null && !Array.isArray(settings)) return settings
  } catch {
    // Reported below, with its line.
  }
  throw invalidField('csv', 'LINE_UNREADABLE', { line })
}

/** Where each element belongs: into the last section, or the last question. */
const LISTS: Record<string, string> = { option: 'options', row: 'rows', column: 'columns', end: 'endIf' }

function addElement(sections: Built[], line: number, { element, texts, ...fields }: Row): void {
  const section = sections.at(-1)
  const question = section?.questions.at(-1)
  const list = Object.hasOwn(LISTS, element) ? LISTS[element] : undefined
  const title = Object.keys(texts).length > 0 ? texts : undefined
  if (element === 'section') sections.push({ ...fields, ...(title && { title }), questions: [], endIf: [] })
  else if (element === 'question' && section) section.questions.push({ ...fields, words: texts })
  else if (element === 'section-end' && section)
    section.endIf.push({ ...fields, ...(title && { reason: title }) })
  else if (list && question) {
    const before = Array.isArray(question[list]) ? question[list] : []
    const named = element === 'end' ? (title ? { reason: title } : {}) : { words: texts }
    question[list] = [...before, { ...fields, ...named }]
  } else throw invalidField('csv', 'LINE_UNREADABLE', { line })
}
