import { CsvDownload } from '../../admin/csv-download.tsx'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'

/** Downloads the general journal of a period, as accountants import it. */
export function ExportJournal({ period: { from, to } }: { period: { from: string; to: string } }) {
  const t = useT()
  const { client } = trpc.useUtils()
  return (
    <CsvDownload
      fileName={`chuma-journal-${from}-${to}.csv`}
      load={() => client.admin.exportJournal.query({ from, to })}
    >
      {t('journal.download')}
    </CsvDownload>
  )
}
