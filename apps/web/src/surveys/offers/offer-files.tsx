import { CsvDownload } from '../../admin/csv-download.tsx'
import { CsvUpload } from '../../admin/csv-upload.tsx'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { Section } from '../../ui/page/section.tsx'
import { ImportedOffers } from './imported-offers.tsx'
import { useRefreshOffers } from './use-refresh-offers.ts'
import { useShowOfferFailure } from './use-show-offer-failure.ts'

/** Exports all offers as CSV, and imports them again. */
export function OfferFiles({ isManager }: { isManager: boolean }) {
  const t = useT()
  const { client } = trpc.useUtils()
  const showFailure = useShowOfferFailure()
  return (
    <Section title={t('offerFiles.title')} text={t('offerFiles.text')}>
      <div>
        <CsvDownload
          fileName="chuma-survey-offers.csv"
          load={() => client.admin.exportSurveys.query()}
          onError={showFailure}
        >
          {t('offerFiles.download')}
        </CsvDownload>
      </div>
      {isManager && <Upload />}
    </Section>
  )
}

function Upload() {
  const t = useT()
  const refresh = useRefreshOffers()
  const showFailure = useShowOfferFailure()
  const request = trpc.admin.importSurveys.useMutation({
    onSuccess: ({ isDryRun }) => {
      if (!isDryRun) void refresh()
    },
  })
  return (
    <CsvUpload
      labels={{
        file: t('offerFiles.file'),
        hint: t('offerFiles.hint'),
        placeholder: t('offerFiles.placeholder'),
        missing: t('offerFiles.missing'),
        check: t('offerFiles.check'),
        import: t('offerFiles.import'),
      }}
      send={request.mutateAsync}
      // Only a checked file can be imported.
      isReady={({ isDryRun, createdCount, updatedCount }) => isDryRun && createdCount + updatedCount > 0}
      onFailure={showFailure}
    >
      {(result) => <ImportedOffers result={result} />}
    </CsvUpload>
  )
}
