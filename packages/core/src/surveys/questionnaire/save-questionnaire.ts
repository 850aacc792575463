import type { Answer } from '@chuma/contract/fields'
import { type FieldProblems, type Problem, problem } from '@chuma/contract/problems'
import type { Logic } from '@chuma/contract/surveys/questionnaire/logic'
import {
  listQuestions,
  MAX_QUESTIONS,
  type Questionnaire,
  questionnaire,
} from '@chuma/contract/surveys/questionnaire/questionnaire'
import type {
  ImportQuestionnaireInput,
  PublishQuestionnaireInput,
  questionnaireDraft,
  questionnaireVersion,
  SaveQuestionnaireInput,
} from '@chuma/contract/surveys/questionnaire/questionnaire-desk'
import type { EndRule, Question } from '@chuma/contract/surveys/questionnaire/questions'
import type { Words } from '@chuma/contract/surveys/questionnaire/words'
import { toCsv } from '@chuma/contract/to-csv'
import { toFieldProblems } from '@chuma/contract/to-field-problems'
import type { Db } from '@chuma/db/client'
import { recordAct } from '@chuma/db/queries/admin/audit'
import {
  findDraft,
  findVersionOfDraft,
  getQuestionnaire,
  insertVersion,
  listVersions,
  upsertDraft,
} from '@chuma/db/queries/surveys/questionnaires'
import { findQuotas, listCells } from '@chuma/db/queries/surveys/quotas'
import { lockOffer } from '@chuma/db/queries/surveys/survey-offers'
import { AppError, invalidField, orRefuse } from '../../app-error.ts'
import type { StaffActor } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { readCsv } from '../../read-csv.ts'
import { checkQuotas } from '../quotas/check-quotas.ts'
import { type CheckedQuestionnaire, checkQuestionnaire } from './check/check-questionnaire.ts'
import { keepIds } from './keep-ids.ts'
import { draftFromList } from './plain-list.ts'

const COLUMNS = ['Element', 'ID', 'Code', 'Type', 'Settings'] as const
/** Each question has its options, rows, columns and ends. */
const MAX_ROWS = MAX_QUESTIONS * 100

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
 * column for each language, and the contradictions. Before the first draft, the survey's plain list; empty without one.
 */
export async function exportQuestionnaire({ db }: Pick<Deps, 'db'>, { id }: { id: string }): Promise<string> {
  const content = contentOf(await requireDraft(db, id))
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
  const { head, rows } = await readCsv(csv, { mostRows: MAX_ROWS })
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

type Draft = Answer<typeof questionnaireDraft>

/** Load a survey's draft. Before the first, it is the plain list that the survey asks. @throws AppError SURVEY_NOT_FOUND */
export async function getDraft({ db }: Pick<Deps, 'db'>, { id }: { id: string }): Promise<Draft> {
  const found = await requireDraft(db, id)
  const { version, savedAt, savedBy, publishedVersion, isPublished } = found
  const questionnaire = contentOf(found)
  return { version: version ?? 0, questionnaire, savedAt, savedBy, publishedVersion, isPublished }
}

function contentOf({ content, kind, questions }: Awaited<ReturnType<typeof requireDraft>>) {
  if (content !== null) return content
  return kind === 'questions' && questions && questions.length > 0 ? draftFromList(questions) : null
}

async function requireDraft(db: Db, surveyId: string) {
  const found = orRefuse(await findDraft(db, surveyId), 'SURVEY_NOT_FOUND')
  return found
}

/**
 * Save a draft, finished or not. Published versions do not change, and ids keep their meaning over them.
 * @throws AppError SURVEY_NOT_FOUND; QUESTIONNAIRE_CHANGED if someone saved another draft since
 */
export function saveQuestionnaire(
  { db }: Pick<Deps, 'db'>,
  staff: StaffActor,
  { id, version, questionnaire }: SaveQuestionnaireInput,
): Promise<Draft> {
  return db.transaction().execute(async (trx) => {
    if (!(await lockOffer(trx, id))) throw new AppError('SURVEY_NOT_FOUND')
    const before = await requireDraft(trx, id)
    if ((before.version ?? 0) !== version) throw new AppError('QUESTIONNAIRE_CHANGED')
    const published: Questionnaire[] = []
    for (const each of (await listVersions(trx, id)).toReversed())
      published.push(await getQuestionnaire(trx, id, each.version))
    const kept = keepIds(questionnaire, published)
    await upsertDraft(trx, { surveyId: id, questionnaire: kept, version: version + 1, savedBy: staff.name })
    await recordAct(trx, staff, {
      action: 'save-questionnaire',
      subject: `survey:${id}`,
      before: { version },
      after: { version: version + 1 },
    })
    return getDraft({ db: trx }, { id })
  })
}

type Version = Answer<typeof questionnaireVersion>

/**
 * Freeze the draft as the survey's next version: members who start from now on are asked it, and the others keep theirs.
 * Publishing the same draft again, also at the same time, returns the first version.
 * @throws AppError SURVEY_NOT_FOUND; QUESTIONNAIRE_CHANGED if the draft is another by now; INVALID_INPUT with what the check
 * found, and for partners' and instant surveys
 */
export async function publishQuestionnaire(
  { db }: Pick<Deps, 'db'>,
  staff: StaffActor,
  { id, version }: PublishQuestionnaireInput,
): Promise<Version> {
  // Takes long, so it holds no lock. A version of a draft never changes.
  const asked = await requireDraft(db, id)
  const checked = asked.version === version && asked.content && (await checkQuestionnaire(asked.content))
  return db.transaction().execute(async (trx) => {
    const offer = orRefuse(await lockOffer(trx, id), 'SURVEY_NOT_FOUND')
    if (offer.kind !== 'questions') throw invalidField('id', 'SURVEY_ASKS_ELSEWHERE')
    const draft = await requireDraft(trx, id)
    if (draft.version !== version || !draft.content || !checked) throw new AppError('QUESTIONNAIRE_CHANGED')
    const known = await findVersionOfDraft(trx, id, version)
    if (known) return known
    requirePublishable(await checkWithQuotas(trx, { surveyId: id, questionnaire: draft.content, checked }))

    const next = await insertVersion(trx, {
      surveyId: id,
      draftVersion: version,
      questionCount: listQuestions(draft.content).filter(({ type }) => type !== 'calculation').length,
      publishedBy: staff.name,
    })
    await recordAct(trx, staff, {
      action: 'publish-questionnaire',
      subject: `survey:${id}`,
      ...(draft.publishedVersion !== null && { before: { version: draft.publishedVersion } }),
      after: { version: next, draftVersion: version },
    })
    const [published] = await listVersions(trx, id)
    if (!published) throw new Error(`version ${next} of ${id} vanished`)
    return published
  })
}

function requirePublishable({ isPublishable, issues }: CheckedQuestionnaire): void {
  if (isPublishable) return
  const byPath = new Map<string, Problem[]>()
  for (const { path, problem: found, level } of issues) {
    if (level === 'error') byPath.set(path, [...(byPath.get(path) ?? []), found])
  }
  const fields: FieldProblems = Object.fromEntries(byPath)
  throw new AppError('INVALID_INPUT', { fields })
}

/** List a survey's published versions, newest first. @throws AppError SURVEY_NOT_FOUND */
export async function listQuestionnaireVersions({ db }: Pick<Deps, 'db'>, { id }: { id: string }) {
  await requireDraft(db, id)
  return listVersions(db, id)
}

/** Check the saved draft. @throws AppError SURVEY_NOT_FOUND */
export async function checkDraft({ db }: Pick<Deps, 'db'>, { id }: { id: string }) {
  const { content } = await requireDraft(db, id)
  if (content === null) {
    const missing = { level: 'error' as const, path: '', problem: problem('QUESTIONNAIRE_MISSING') }
    return { isPublishable: false, issues: [missing], undecidedCount: 0 }
  }
  return checkWithQuotas(db, {
    surveyId: id,
    questionnaire: content,
    checked: await checkQuestionnaire(content),
  })
}

type Checking = { surveyId: string; questionnaire: Questionnaire; checked: CheckedQuestionnaire }

/** Add to the check of a questionnaire what the quotas of its survey need: publishing it must not make them impossible. */
async function checkWithQuotas(db: Db, { surveyId, questionnaire, checked }: Checking) {
  const quotas = await findQuotas(db, surveyId)
  if (!checked.isPublishable || !quotas?.dimensions || quotas.total === null) return checked
  const cells = await listCells(db, surveyId)
  const issues = checkQuotas({ dimensions: quotas.dimensions, cells, total: quotas.total }, questionnaire)
  return {
    ...checked,
    isPublishable: issues.every(({ level }) => level === 'warning'),
    issues: [...checked.issues, ...issues],
  }
}
