import type { ImportedStatement } from '@chuma/contract/books/statements'
import { formatKesCents } from '@chuma/contract/format-money'
import sheet from '../../admin/figures.module.css'
import { formatBusinessDay } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import blocks from '../../ui/blocks.module.css'
import reconciliation from '../reconciliation.module.css'

/** What a statement has, or had, and how its first rows are read. */
export function ImportResult({ result }: { result: ImportedStatement }) {
  const t = useT()
  const { isImported, rowCount, knownCount, bookedCount, deskCount, clearedCount, outCents, inCents } = result
  const counts = { rows: rowCount, booked: bookedCount, desk: deskCount, known: knownCount }
  return (
    <>
      <p className={blocks.good}>{t(isImported ? 'statementDesk.imported' : 'statementDesk.checked')}</p>
      <p className={blocks.flush}>{t('statementDesk.counts', counts)}</p>
      <p className={blocks.flush}>
        {t('statementDesk.sums', { out: formatKesCents(outCents), into: formatKesCents(inCents) })}
      </p>
      <LeftOut counts={result.leftOut} />
      {clearedCount > 0 && (
        <p className={blocks.flush}>{t('statementDesk.cleared', { count: clearedCount })}</p>
      )}
      <WrongRows result={result} />
      {!isImported && <Preview rows={result.preview} />}
    </>
  )
}

/** Lines of the file that are no rows: said, so that nobody looks for them on the desk. */
function LeftOut({ counts }: { counts: ImportedStatement['leftOut'] }) {
  const t = useT()
  if (counts.heads + counts.totals + counts.notes === 0) return null
  return <p className={blocks.quiet}>{t('statementDesk.leftOut', counts)}</p>
}

function WrongRows({ result: { errors, errorCount } }: { result: ImportedStatement }) {
  const t = useT()
  if (errorCount === 0) return null
  const more = errorCount - errors.length
  return (
    <>
      <p className={blocks.bad}>{t('statementDesk.wrongRows', { count: errorCount })}</p>
      <ul className={reconciliation.errors}>
        {errors.map(({ row, column, problem }) => (
          <li key={row}>{t('statementDesk.wrongRow', { row, column, problem })}</li>
        ))}
      </ul>
      {more > 0 && <p className={blocks.quiet}>{t('statementDesk.moreWrong', { count: more })}</p>}
    </>
  )
}

const kes = (cents: number | null) => (cents === null ? '' : formatKesCents(cents))

function Preview({ rows }: { rows: ImportedStatement['preview'] }) {
  const t = useT()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reachable by keyboard
    <section className={blocks.scroll} tabIndex={0} aria-label={t('statementDesk.preview')}>
      <table className={sheet.table}>
        <caption>{t('statementDesk.preview')}</caption>
        <thead>
          <tr>
            <th>{t('statementDesk.line')}</th>
            <th>{t('statementDesk.day')}</th>
            <th>{t('statementDesk.receipt')}</th>
            <th>{t('statementDesk.details')}</th>
            <th data-amount>{t('statementDesk.amountHead')}</th>
            <th data-amount>{t('statementDesk.balanceHead')}</th>
            <th>{t('statementDesk.purposeHead')}</th>
            <th>{t('statementDesk.outcomeHead')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.row} data-wrong={row.purpose === 'unreadable' || undefined}>
              <td>{row.row}</td>
              <td>{row.day ? formatBusinessDay(row.day) : ''}</td>
              <td>{row.receipt}</td>
              <td>{row.details}</td>
              <td data-amount>{kes(row.amountCents)}</td>
              <td data-amount>{kes(row.balanceCents)}</td>
              <td>{t(`statementPurpose.${row.purpose}`)}</td>
              <td>{t(`statementOutcome.${row.outcome}`)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
