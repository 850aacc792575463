import type { SurveyTable, TablesInput } from '@chuma/contract/surveys/results'
import { SMALL_BASE } from '@chuma/contract/surveys/results'
import type { Deps } from '../../../deps.ts'
import type { Piece } from '../files/text-files.ts'
import { openWorkbook, STYLE, toNumber, toText, type Written, writeRow } from '../files/workbook.ts'
import type { Reader } from '../suppress.ts'
import { type Banner, countTables, readBanner } from './tables.ts'

/**
 * Export the tables of a survey as a workbook, written as they are counted: all on one sheet, an index with links, and how they were made.
 * @throws AppError as `getTables`
 */
export async function exportTables(
  { db }: Pick<Deps, 'db'>,
  reader: Reader,
  input: TablesInput,
): Promise<AsyncIterable<Piece>> {
  const banner = await readBanner(db, reader, input)
  return writeTables(banner, countTables(db, banner), input)
}

const LABEL_WIDTH = 48
const SHARE_WIDTH = 10
const LETTERS_WIDTH = 6

async function* writeTables(
  banner: Banner,
  tables: AsyncIterable<SurveyTable>,
  input: TablesInput,
): AsyncGenerator<Piece> {
  const book = openWorkbook(['Index', 'Tables', 'Method'])
  const widths = banner.columns.slice(1).flatMap(() => [SHARE_WIDTH, LETTERS_WIDTH])
  const sheet = book.openSheet('Tables', {
    freezes: 'labels',
    widths: [LABEL_WIDTH, SHARE_WIDTH, ...widths],
  })
  const index: { name: string; line: number; people: number | null }[] = []
  let line = 1
  for await (const table of tables) {
    index.push({ name: nameOfTable(table), line, people: table.bases[0]?.people ?? null })
    const rows = listRows(table, banner)
    sheet.push(rows.map((cells, at) => writeRow(line + at, cells)).join(''))
    line += rows.length + 1
    yield book.take()
  }
  sheet.end()
  const contents = book.openSheet('Index', { freezes: 'head', widths: [LABEL_WIDTH * 2, SHARE_WIDTH] })
  contents.push(
    writeRow(
      1,
      ['Table', 'Base'].map((name) => toText(name, STYLE.head)),
    ),
  )
  for (const [at, { name, people }] of index.entries())
    contents.push(writeRow(at + 2, [toText(name, STYLE.link), writeCount(people)]))
  contents.end(index.map(({ line: to }, at) => ({ cell: `A${at + 2}`, to: `Tables!A${to}` })))
  const method = book.openSheet('Method', { freezes: 'labels', widths: [LABEL_WIDTH / 2, LABEL_WIDTH * 2] })
  for (const [at, [name, text]] of describeMethod(banner, input).entries())
    method.push(writeRow(at + 1, [toText(name, STYLE.head), toText(text)]))
  method.end()
  book.end()
  yield book.take()
}

const nameOfTable = ({ id, question, part, columns }: SurveyTable) =>
  `${id}. ${question}${part === 'coded' ? ' (categories)' : ''}${columns ? ' (rows compared)' : ''}`

type Cells = (Written | null)[]
const HIDDEN = '–'
const writeCount = (count: number | null) => (count === null ? toText(HIDDEN) : toNumber(count))

/** Every column but the first has another behind it, for its letters. */
const setOut = (cells: readonly (readonly [Written | null, Written | null])[]): Cells =>
  cells.flatMap(([value, letters], at) => (at === 0 ? [value] : [value, letters]))

/** The rows of one table, without the empty one behind it. */
function listRows(table: SurveyTable, { columns: own, breaks, isWeighted }: Banner): Cells[] {
  const { bases, rows, means, promoters } = table
  const columns = table.columns ?? own
  const head = columns.map(({ break: of }, at) => {
    const isFirst = of !== null && of !== columns[at - 1]?.break
    return [isFirst ? toText(breaks[of]?.label ?? '', STYLE.head) : null, null] as const
  })
  const heading = (text: string) => toText(text, STYLE.head)
  const figures = (name: string, values: readonly (number | null)[]): Cells => [
    toText(name),
    ...setOut(
      values.map((value) => [value === null ? toText(HIDDEN) : toNumber(value, STYLE.decimal), null]),
    ),
  ]
  return [
    [heading(nameOfTable(table))],
    ...(table.isMultiple ? [[toText('Several answers possible')]] : []),
    ...(table.columns ? [] : [[null, ...setOut(head)]]),
    [null, ...setOut(columns.map(({ label }) => [heading(label), null]))],
    ...(table.columns ? [] : [[null, ...setOut(columns.map(({ letter }) => [heading(letter), null]))]]),
    [
      toText('Base: people who answered'),
      ...setOut(bases.map(({ people, isSmall }) => [writeCount(people), isSmall ? toText('*') : null])),
    ],
    ...(isWeighted
      ? [
          figures(
            'Base, weighted',
            bases.map(({ weighted }) => weighted),
          ),
          figures(
            'Effective base',
            bases.map(({ effective }) => effective),
          ),
        ]
      : []),
    ...rows.map(
      ({ label, cells }): Cells => [
        toText(label),
        ...setOut(
          cells.map(({ share, letters }) => [
            share === null ? toText(HIDDEN) : toNumber(share, STYLE.percent),
            letters === '' ? null : toText(letters),
          ]),
        ),
      ],
    ),
    ...(means.length > 0
      ? [
          figures(
            'Mean',
            means.map((each) => each?.mean ?? null),
          ),
          figures(
            'Standard deviation',
            means.map((each) => each?.deviation ?? null),
          ),
        ]
      : []),
    ...(promoters.length > 0 ? [figures('Net promoter score', promoters)] : []),
  ]
}

function describeMethod(
  { id, title, countedAt, isWeighted, isRaw }: Banner,
  input: TablesInput,
): [string, string][] {
  const { version, from, to, quality, who, profile, weights } = input
  const filter = Object.entries({ version, from, to, who, profile }).flatMap(([name, value]) =>
    value === undefined ? [] : `${name}: ${value}`,
  )
  return [
    ['Survey', title],
    ['ID', id],
    ['Answers', quality === 'all' ? 'Also those that wait for a check, and rejected ones' : 'Accepted'],
    ['Filter', filter.join('; ') || 'None'],
    ...(countedAt === null
      ? []
      : [['Counted', `Up to ${new Date(countedAt).toISOString()}`] satisfies [string, string]]),
    [
      'People',
      'Members of an opt-in panel: they joined on their own, and chose to take the survey, online on their own device.',
    ],
    [
      'Credibility',
      'They are not a random sample, so no margin of sampling error is stated. How far the results hold for others depends on who was invited, the quotas and the weights.',
    ],
    [
      'Weights',
      isWeighted
        ? `Shares and means are weighted, by raking to ${JSON.stringify(weights)}. The effective base is the square of the sum of the weights by the sum of their squares.`
        : 'None',
    ],
    ['Base', 'Everyone who answered the question. Of several answers, each share is of these people.'],
    [
      'Letters',
      `A letter says that the share is higher than in that column of the same break: a two-sided test of two shares at 95 %, pooled${isWeighted ? ', on effective bases' : ''}. It treats people as if they had been drawn at random. Means are not tested.`,
    ],
    ['*', `A base under ${SMALL_BASE}, which is compared with none.`],
    [HIDDEN, isRaw ? 'Nobody answered.' : 'Nobody answered, or it would tell about fewer than five people.'],
  ]
}
