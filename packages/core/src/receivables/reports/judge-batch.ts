import { createHash } from 'node:crypto'
import type { Trx } from '@chuma/db/client'
import { weighMoments } from '@chuma/db/queries/books/statement-rows'
import type { NewReportRow } from '@chuma/db/queries/receivables/report-rows'
import { findCreditsOf, findMembersOf } from '@chuma/db/queries/receivables/reports'
import { rowIdOf } from '../../books/statements/identify-rows.ts'
import { judgeRow } from './judge-row.ts'
import { isReadable, type ReportRow } from './read-report.ts'

/** `day`: the business day of a row that can be read. */
export type Judged = NewReportRow & { day: string | null }

const hash = (parts: readonly unknown[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)

/** Of a row that cannot be read nothing is kept as a value. */
export const NOTHING = {
  transactionId: null,
  reference: null,
  usd: null,
  status: null,
  at: null,
  memberId: null,
  creditId: null,
  ourUsd: null,
  ourState: null,
  problem: null,
  day: null,
}

/** Compare rows of a report with our credits. */
export async function judgeBatch(
  trx: Trx,
  partnerId: string,
  batch: readonly ReportRow[],
): Promise<Judged[]> {
  const readable = batch.filter(isReadable)
  const weighed = await weighMoments(trx, [...new Set(readable.map(({ moment }) => moment))])
  const moments = new Map(weighed.map((one) => [one.moment, one]))
  const credits = await findCreditsOf(trx, partnerId, [
    ...new Set(readable.map(({ transactionId }) => transactionId)),
  ])
  const ours = new Map(credits.map((credit) => [credit.transactionId, credit]))
  const strangers = readable.flatMap(({ transactionId, reference }) =>
    ours.has(transactionId) || !reference ? [] : reference,
  )
  const members = new Map(
    (await findMembersOf(trx, strangers)).map(({ reference, memberId }) => [reference, memberId]),
  )
  return batch.map((row): Judged => {
    const cannot = (problem: NewReportRow['problem']): Judged => ({
      ...NOTHING,
      rowId: rowIdOf(`${partnerId}:unreadable`, hash(row.cells)),
      line: row.row,
      outcome: 'unreadable',
      problem,
    })
    if (!isReadable(row)) return cannot(row.wrong)
    const { transactionId, reference, usd, status, moment } = row
    const when = moments.get(moment)
    if (!when || when.isFuture)
      return cannot({ column: '', problem: { code: 'MOMENT_IN_FUTURE', params: {} } })
    const our = ours.get(transactionId)
    return {
      ...NOTHING,
      rowId: rowIdOf(`${partnerId}:${transactionId}`, hash([status, usd, reference])),
      line: row.row,
      transactionId,
      reference,
      usd,
      status,
      at: when.at,
      day: when.day,
      outcome: judgeRow({ usd, status }, our),
      memberId: our?.memberId ?? members.get(reference ?? '') ?? null,
      creditId: our?.creditId ?? null,
      ourUsd: our?.usd ?? null,
      ourState: our?.state ?? null,
    }
  })
}
