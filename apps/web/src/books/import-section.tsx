import { CsvUpload } from '../admin/csv-upload.tsx'
import { useT } from '../i18n/use-t.ts'
import { trpc } from '../trpc.ts'
import { Section } from '../ui/page/section.tsx'
import { ImportResult } from './import-result.tsx'
import { useRefreshBooks } from './use-refresh-books.ts'

/** What the provider says that it paid, as a file. */
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
