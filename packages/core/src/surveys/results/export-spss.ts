import type { Deps } from '../../deps.ts'
import { type Column, listColumns } from './list-columns.ts'
import { readSurvey } from './read-survey.ts'

/** The longest label that every version of SPSS keeps. */
const MOST_LABEL = 120
const MOST_WORDS = 2000

/**
 * Write the syntax with which SPSS and PSPP read the file of answers, named `chuma-answers.csv` and in the same folder, with labels for its
 * columns and codes.
 * @throws AppError SURVEY_NOT_FOUND, RESULTS_ELSEWHERE; INVALID_INPUT for an unknown version
 */
export async function exportSpss(
  { db }: Pick<Deps, 'db'>,
  { id, version }: { id: string; version?: number | undefined },
): Promise<string> {
  const { title, variables } = await readSurvey(db, { id, version })
  const columns = variables.flatMap(listColumns)
  const coded = columns.filter(({ codes }) => codes.length > 0)
  const lines = [
    `* ${tidy(title)}.`,
    "GET DATA /TYPE=TXT /FILE='chuma-answers.csv' /ENCODING='UTF8' /ARRANGEMENT=DELIMITED /DELIMITERS=','",
    "  /QUALIFIER='\"' /FIRSTCASE=2",
    '  /VARIABLES=respondent A16',
    '    day A10',
    '    seconds F8.0',
    ...columns.map((column) => `    ${column.name} ${formatOf(column)}`),
    '  .',
    'VARIABLE LABELS',
    "  respondent 'Respondent'",
    "  day 'First day of the period of completion'",
    "  seconds 'Seconds from start to end, at least'",
    ...columns.map(({ name, question }) => `  ${name} ${quote(question)}`),
    '  .',
    ...coded.flatMap(({ name, codes }) => [
      `VALUE LABELS ${name}`,
      ...codes.map(({ code, label }) => `  ${code} ${quote(label)}`),
      '  .',
    ]),
    'EXECUTE.',
  ]
  return lines.map((line) => `${line}\n`).join('')
}

function formatOf({ type, codes }: Column): string {
  if (codes.length > 0) return 'F4.0'
  return type === 'text' ? `A${MOST_WORDS}` : 'F12.4'
}

/** On one line: a line that ends with a full stop would end the command. */
const tidy = (text: string) =>
  text
    .replaceAll(/\s+/g, ' ')
    .replace(/(?<![. ])[. ]+$/, '')
    .slice(0, MOST_LABEL)
const quote = (text: string) => `'${tidy(text).replaceAll("'", "''")}'`
