import type { ExportResultsInput } from '@chuma/contract/surveys/results'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { insertDelivery } from '@chuma/db/queries/surveys/deliveries'
import { countRespondents, type Respondents, streamRespondents } from '@chuma/db/queries/surveys/respondents'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import { inTurns } from '../../in-turns.ts'
import { coarsen, listPeriods, type Period, widen } from './periods.ts'
import { readSurvey, toRespondents } from './read-survey.ts'
import { type RowWriter, writeRows } from './row-writers.ts'

/** The maximum of one file. Anyone who needs more exports by days. */
const MOST_ROWS = 100_000
/** Each holds a connection of ten as long as its reader takes. */
const MOST_AT_ONCE = 3

type Open = { count: number }
const openExports = new WeakMap<Deps['db'], Open>()

/**
 * Export answers, a row for each person under a pseudonym, as they are read: a reader who is slow slows the database cursor, and one who
 * leaves closes it. Before the first row the audit log has it, and so has the list of deliveries that members see.
 * @throws AppError SURVEY_NOT_FOUND, RESULTS_ELSEWHERE, BUSY; INVALID_INPUT that names the field
 */
export async function exportResults(
  { db, product }: Pick<Deps, 'db' | 'product'>,
  { name: actor, address }: StaffActor,
  { format, cells, ...filter }: ExportResultsInput,
): Promise<AsyncIterable<string>> {
  const open = openExports.get(db) ?? { count: 0 }
  openExports.set(db, open)
  if (open.count >= MOST_AT_ONCE) throw new AppError('BUSY')
  const survey = await readSurvey(db, filter)
  const asked = await widen(db, toRespondents(survey, filter))
  const periods = await listPeriods(db, asked)
  const { name: recipient } = await product()
  await db.transaction().execute(async (trx) => {
    const people = Math.min(MOST_ROWS, await countRespondents(trx, asked))
    await insertDelivery(trx, { asked, recipient, format, people, deliveredBy: actor })
    const { id, ...conditions } = filter
    await insertAuditEntry(trx, {
      actor,
      address,
      action: 'results.exported',
      subject: `survey:${id}`,
      after: { rows: people, format, ...conditions },
    })
  })
  return readOut({ db, open, asked, periods }, writeRows(survey, { format, cells }))
}

type Reading = { db: Deps['db']; open: Open; asked: Respondents; periods: readonly Period[] }

async function* readOut(
  { db, open, asked, periods }: Reading,
  { begin, write, end, atOnce }: RowWriter,
): AsyncGenerator<string> {
  open.count += 1
  try {
    yield begin
    let isFirst = true
    for await (const rows of streamRespondents(db, asked, MOST_ROWS)) {
      for await (const some of inTurns(rows, atOnce)) {
        yield write(
          some.map((row) => coarsen(periods, row)),
          isFirst,
        )
        isFirst = false
      }
    }
    yield end
  } finally {
    open.count -= 1
  }
}
