import type { ImportedStatement } from '@chuma/contract/books/reconciliation'
import { formatKes } from '@chuma/contract/format-money'
import { formatBusinessDay } from '../i18n/format-date.ts'
import { useT } from '../i18n/use-t.ts'
import classes from './reconciliation.module.css'

export function ImportResult({ result }: { result: ImportedStatement }) {
  const t = useT()
  const { isImported, newCount, knownCount, totalKes, firstDay, lastDay, errorCount } = result
  if (errorCount > 0) return <WrongRows result={result} />
  const figures = {
    added: newCount,
    known: knownCount,
    from: firstDay ? formatBusinessDay(firstDay) : '',
    to: lastDay ? formatBusinessDay(lastDay) : '',
  }
  return (
    <>
      <p className={classes.good}>{t(isImported ? 'books.imported' : 'books.tried')}</p>
      <p className={classes.words}>
        {isImported
          ? t('books.importedText', figures)
          : t('books.triedText', { ...figures, total: formatKes(totalKes) })}
      </p>
    </>
  )
}

function WrongRows({ result: { errors, errorCount } }: { result: ImportedStatement }) {
  const t = useT()
  const more = errorCount - errors.length
  return (
    <>
      <p className={classes.bad}>{t('books.wrongRows', { count: errorCount })}</p>
      <ul className={classes.errors}>
        {errors.map(({ row, problem }) => (
          <li key={row}>{t('books.wrongRow', { row, problem })}</li>
        ))}
      </ul>
      {more > 0 && <p className={classes.quiet}>{t('books.moreWrong', { count: more })}</p>}
    </>
  )
}
