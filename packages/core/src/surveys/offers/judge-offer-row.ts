import {
  type CreateSurveyInput,
  createSurveyInput,
  type UpdateSurveyInput,
  updateSurveyInput,
} from '@chuma/contract/surveys/survey-offers'
import { toFieldErrors } from '@chuma/contract/to-field-errors'
import type { OfferColumn, OfferRow } from './read-offers-csv.ts'

type Judged =
  | { kind: 'create'; input: CreateSurveyInput }
  | { kind: 'update'; input: UpdateSurveyInput }
  | { kind: 'invalid'; problem: string }

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
}

/** What a row asks for: with an id a change of that offer, without one a new offer. Judged as a form's would be. */
export function judgeOfferRow({ cells }: OfferRow): Judged {
  const entries = Object.entries(FIELDS).map(
    ([field, column]) => [field, readCell(column, cells[column])] as const,
  )
  // What stands in no cell is not said: a new offer gets the default, one that is there keeps what it has.
  const said = Object.fromEntries(entries.filter(([, value]) => value !== undefined))
  const { id, version, ...fields } = said
  const parsed =
    id === undefined
      ? createSurveyInput.safeParse(fields)
      : updateSurveyInput.safeParse({ ...fields, id, version })
  if (!parsed.success) return { kind: 'invalid', problem: describeProblem(toFieldErrors(parsed.error)) }
  return 'id' in parsed.data ? { kind: 'update', input: parsed.data } : { kind: 'create', input: parsed.data }
}

/** Where and what: `Duration: Enter whole minutes`. */
export function describeProblem(fieldErrors: Record<string, string[] | undefined>): string {
  const [path = '', messages] = Object.entries(fieldErrors)[0] ?? []
  const [field = '', ...rest] = path.split('.')
  const where = [FIELDS[field] ?? field, ...rest].join('.')
  return `${where}: ${messages?.[0] ?? 'Not valid'}`.slice(0, 300)
}

const NULL_WHEN_EMPTY: readonly OfferColumn[] = ['Questions', 'Partner ID', 'Quota', 'Starts At', 'Ends At']
const UNSAID_WHEN_EMPTY: readonly OfferColumn[] = ['ID', 'Version', 'Kind', 'Active']
const NUMBERS: readonly OfferColumn[] = ['Version', 'Reward USD', 'Duration', 'Quota']

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
