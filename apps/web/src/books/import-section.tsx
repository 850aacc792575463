import type { ImportedStatement } from '@chuma/contract/books/reconciliation'
import { formatKes } from '@chuma/contract/format-money'
import { CsvUpload } from '../admin/csv-upload.tsx'
import { formatBusinessDay } from '../i18n/format-date.ts'
import { useT } from '../i18n/use-t.ts'
import { trpc } from '../trpc.ts'
import blocks from '../ui/blocks.module.css'
import { Section } from '../ui/page/section.tsx'
import classes from './reconciliation.module.css'
import { useRefreshBooks } from './use-refresh-books.ts'

/** Uploads the provider's statement. */
export function ImportSection() {
  const t = useT()
  const refresh = useRefreshBooks()
  const request = trpc.admin.importStatement.useMutation({
    onSuccess: ({ isImported }) => {
      if (isImported) void refresh()
    },
  })
  return (
    <Section title={t('books.import')} text={t('books.importText')}>
      <CsvUpload
        labels={{
          file: t('books.file'),
          placeholder: t('books.filePlaceholder'),
          missing: t('books.fileMissing'),
          check: t('books.dryRun'),
          import: t('books.importAction'),
        }}
        send={request.mutateAsync}
      >
        {(result) => <ImportResult result={result} />}
      </CsvUpload>
    </Section>
  )
}

function ImportResult({ result }: { result: ImportedStatement }) {
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
      <p className={blocks.good}>{t(isImported ? 'books.imported' : 'books.tried')}</p>
      <p className={blocks.flush}>
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
      <p className={blocks.bad}>{t('books.wrongRows', { count: errorCount })}</p>
      <ul className={classes.errors}>
        {errors.map(({ row, problem }) => (
          <li key={row}>{t('books.wrongRow', { row, problem })}</li>
        ))}
      </ul>
      {more > 0 && <p className={blocks.quiet}>{t('books.moreWrong', { count: more })}</p>}
    </>
  )
}
