import { type FieldProblems, problem } from '@chuma/contract/problems'
import {
  type CreateSurveyInput,
  createSurveyInput,
  type UpdateSurveyInput,
  updateSurveyInput,
} from '@chuma/contract/surveys/survey-offers'
import { toFieldProblems } from '@chuma/contract/to-field-problems'
import type { RowProblem } from '../../row-problem.ts'
import type { OfferColumn, OfferRow } from './read-offers-csv.ts'

type Judged =
  | { kind: 'create'; input: CreateSurveyInput }
  | { kind: 'update'; input: UpdateSurveyInput }
  | { kind: 'invalid'; problem: RowProblem }

const FIELDS: Record<string, OfferColumn> = {
  id: 'ID',
  version: 'Version',
  title: 'Title',
  description: 'Description',
  reward: 'Reward USD',
  duration: 'Duration',
  category: 'Category',
  country: 'Country',
  externalUrl: 'External URL',
  adminNotes: 'Admin Notes',
  isActive: 'Active',
  kind: 'Kind',
  questions: 'Questions',
  partnerId: 'Partner ID',
  quota: 'Quota',
  startsAt: 'Starts At',
  endsAt: 'Ends At',
  screenOutPoints: 'Screen-out Points',
}

/** Find what a row requests: with an id a change, without one a new survey. Validated like a form. */
export function judgeOfferRow({ cells }: OfferRow): Judged {
  const entries = Object.entries(FIELDS).map(
    ([field, column]) => [field, readCell(column, cells[column])] as const,
  )
  // An empty cell means the default for a new survey, and no change for an existing one.
  const said = Object.fromEntries(entries.filter(([, value]) => value !== undefined))
  const { id, version, ...fields } = said
  const input = id === undefined ? fields : { ...fields, id, version }
  const parsed = id === undefined ? createSurveyInput.safeParse(input) : updateSurveyInput.safeParse(input)
  if (!parsed.success)
    return { kind: 'invalid', problem: findFirstProblem(toFieldProblems(parsed.error, input)) }
  return 'id' in parsed.data ? { kind: 'update', input: parsed.data } : { kind: 'create', input: parsed.data }
}

/** Name the file's column instead of the form's field. */
export function findFirstProblem(fields: FieldProblems): RowProblem {
  const [path = '', [first = problem('INVALID')] = []] = Object.entries(fields)[0] ?? []
  const [field = '', ...rest] = path.split('.')
  return { column: [FIELDS[field] ?? field, ...rest].join('.'), problem: first }
}

const NULL_WHEN_EMPTY: readonly OfferColumn[] = ['Questions', 'Partner ID', 'Quota', 'Starts At', 'Ends At']
const UNSAID_WHEN_EMPTY: readonly OfferColumn[] = ['ID', 'Version', 'Kind', 'Active', 'Screen-out Points']
const NUMBERS: readonly OfferColumn[] = ['Version', 'Reward USD', 'Duration', 'Quota', 'Screen-out Points']

function readCell(column: OfferColumn, cell: string | undefined): unknown {
  if (cell === undefined) return undefined
  const text = cell.trim()
  if (text === '' && NULL_WHEN_EMPTY.includes(column)) return null
  if (text === '' && UNSAID_WHEN_EMPTY.includes(column)) return undefined
  if (NUMBERS.includes(column)) return /^-?\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : text
  if (column === 'Active') return readYesNo(text)
  if (column === 'Questions') return readJson(text)
  return column === 'Title' || column === 'Description' || column === 'Admin Notes' ? cell : text
}

function readYesNo(text: string): unknown {
  const word = text.toLowerCase()
  if (word === 'yes' || word === 'true') return true
  return word === 'no' || word === 'false' ? false : text
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
