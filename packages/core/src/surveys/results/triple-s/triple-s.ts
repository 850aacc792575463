import type { RespondentRow } from '@chuma/db/queries/surveys/respondents'
import type { Deps } from '../../../deps.ts'
import { codeOf, nameOf, readChosen, readSurvey, readValue, type Variable } from '../read-survey.ts'

/** The longest open answer. */
const MAX_WORDS = 2000

/**
 * Write the metadata of a Triple-S data set, version 3.0, whose data is the CSV file `chuma-triple-s.csv` in the same folder: a variable is a field, and
 * several choices are one field of 0 and 1, one for each choice.
 * @throws AppError SURVEY_NOT_FOUND, RESULTS_ELSEWHERE; INVALID_INPUT for an unknown version
 */
export async function exportTripleS(
  { db }: Pick<Deps, 'db'>,
  { id, version }: { id: string; version?: number | undefined },
): Promise<string> {
  const survey = await readSurvey(db, { id, version })
  const own = [
    {
      name: 'respondent',
      label: 'Respondent',
      type: 'character',
      use: 'serial',
      values: ['<size>16</size>'],
    },
    { name: 'day', label: 'First day of the period of completion', type: 'date', values: [] },
    {
      name: 'seconds',
      label: 'Seconds from start to end, at least',
      type: 'quantity',
      values: quantity(0, 99_999_999),
    },
  ]
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<sss version="3.0">',
    '<origin>Chuma</origin>',
    '<survey>',
    `<title>${escapeXml(survey.title)}</title>`,
    '<record ident="A" href="chuma-triple-s.csv" format="csv" encoding="UTF-8" skip="1">',
    ...[...own, ...survey.variables.map(describe)].flatMap(writeVariable),
    '</record>',
    '</survey>',
    '</sss>',
  ]
  return lines.map((line) => `${line}\n`).join('')
}

type Described = { name: string; label: string; type: string; use?: string; values: string[] }

function writeVariable({ name, label, type, use, values }: Described, at: number): string[] {
  return [
    `<variable ident="${at + 1}" type="${type}"${use ? ` use="${use}"` : ''}>`,
    `<name>${escapeXml(name)}</name>`,
    `<label>${escapeXml(label)}</label>`,
    `<position start="${at + 1}"/>`,
    ...values,
    '</variable>',
  ]
}

function describe(variable: Variable): Described {
  const { question: label, type, labels, isMultiple, isNumeric } = variable
  const name = nameOf(variable)
  if (type === 'text') return { name, label, type: 'character', values: [`<size>${MAX_WORDS}</size>`] }
  if (isQuantity(variable))
    return { name, label, type: 'quantity', values: quantity(-999_999_999, 999_999_999) }
  // Programs compute means from scores: the code of a scale's 0 is 1.
  const scoreOf = (value: string) => (isNumeric ? ` score="${value}"` : '')
  const values = labels.map(
    ({ value, label: words }, at) => `<value code="${at + 1}"${scoreOf(value)}>${escapeXml(words)}</value>`,
  )
  return {
    name,
    label,
    type: isMultiple ? 'multiple' : 'single',
    values: ['<values>', ...values, '</values>'],
  }
}

const quantity = (from: number, to: number) => ['<values>', `<range from="${from}" to="${to}"/>`, '</values>']
const isQuantity = ({ type, labels }: Variable) => type === 'number' || labels.length === 0

/** The field of a variable in the data. Empty: not answered. */
export function readTripleSField(variable: Variable, row: RespondentRow): string | number | null {
  if (variable.isMultiple) {
    const chosen = readChosen(variable, row)
    return chosen && variable.labels.map(({ value }) => (chosen.includes(value) ? '1' : '0')).join('')
  }
  const value = readValue(variable, row)
  if (value === null || variable.type === 'text' || isQuantity(variable)) return value
  // The answer to an earlier wording is none of the values.
  return codeOf(variable, String(value))
}

/** What XML cannot contain is left out. */
function escapeXml(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\p{Cc}|\p{Cs}|[\ufffe\uffff]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .trim()
}
