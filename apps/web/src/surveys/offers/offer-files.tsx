import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { CsvUpload } from '../../admin/csv-upload.tsx'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { saveFile } from '../../ui/actions/save-file.ts'
import { useSingleFlight } from '../../ui/forms/use-single-flight.ts'
import { Section } from '../../ui/page/section.tsx'
import { ImportedOffers } from './imported-offers.tsx'
import { useRefreshOffers } from './use-refresh-offers.ts'
import { useShowOfferFailure } from './use-show-offer-failure.ts'

/** Exports all offers as CSV, and imports them again. */
export function OfferFiles({ isManager }: { isManager: boolean }) {
  const t = useT()
  return (
    <Section title={t('offerFiles.title')} text={t('offerFiles.text')}>
      <div>
        <Download />
      </div>
      {isManager && <Upload />}
    </Section>
  )
}

function Download() {
  const t = useT()
  const utils = trpc.useUtils()
  const showFailure = useShowOfferFailure()
  const [isLoading, setLoading] = useState(false)
  const download = useSingleFlight(async () => {
    setLoading(true)
    try {
      const csv = await utils.admin.exportSurveys.fetch(undefined, { staleTime: 0 })
      saveFile('chuma-survey-offers.csv', new Blob([csv], { type: 'text/csv' }))
    } catch (error) {
      showFailure(error)
    }
    setLoading(false)
  })
  return (
    <Button
      variant="default"
      leftSection={<IconDownload aria-hidden size={20} />}
      disabled={isLoading}
      onClick={() => download()}
    >
      {t('offerFiles.download')}
    </Button>
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
