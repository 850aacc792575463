import { formatKes } from '@chuma/contract/format-money'
import type { ImportedPayments } from '@chuma/contract/payouts/manual-payments'
import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { CsvUpload } from '../admin/csv-upload.tsx'
import classes from '../admin/list.module.css'
import { useT } from '../i18n/use-t.ts'
import { answerOf, trpc } from '../trpc.ts'
import { saveFile } from '../ui/actions/save-file.ts'
import { showToast } from '../ui/dialogs/show-toast.ts'
import { useSingleFlight } from '../ui/forms/use-single-flight.ts'
import { Section } from '../ui/page/section.tsx'

/** Exports the manual payouts as CSV, and imports it again with references. */
export function PaymentFiles() {
  const t = useT()
  const utils = trpc.useUtils()
  const request = trpc.admin.importPayments.useMutation({
    onSuccess: ({ isDryRun }) => {
      if (!isDryRun) void utils.admin.listWithdrawals.invalidate()
    },
  })
  return (
    <Section title={t('files.title')} text={t('files.text')}>
      <div>
        <Download />
        <LeftOut />
      </div>
      <CsvUpload
        labels={{
          file: t('files.file'),
          placeholder: t('files.placeholder'),
          missing: t('files.missing'),
          check: t('files.check'),
          import: t('files.import'),
        }}
        send={request.mutateAsync}
        // Only a checked file can be imported.
        isReady={({ isDryRun, paidCount }) => isDryRun && paidCount > 0}
      >
        {(result) => <PaymentResults result={result} />}
      </CsvUpload>
    </Section>
  )
}

function Download() {
  const t = useT()
  const utils = trpc.useUtils()
  const [isLoading, setIsLoading] = useState(false)
  const download = useSingleFlight(async () => {
    setIsLoading(true)
    try {
      const csv = await utils.admin.exportManualPayouts.fetch(undefined, { staleTime: 0 })
      saveFile('chuma-payouts.csv', new Blob([csv], { type: 'text/csv' }))
    } catch (error) {
      // An ended session is handled once for every call, in `ApiProvider`.
      if (answerOf(error)?.status !== 401)
        showToast({ kind: 'error', title: t('files.downloadFailed'), message: t('state.failedText') })
    }
    setIsLoading(false)
  })
  return (
    <Button variant="default" disabled={isLoading} onClick={() => download()}>
      {t(isLoading ? 'files.downloading' : 'files.download')}
    </Button>
  )
}

/** Approved payouts on hold are not in the file. */
function LeftOut() {
  const t = useT()
  const { data } = trpc.admin.getPayoutQueue.useQuery()
  if (!data || data.heldCount === 0) return null
  return (
    <Text size="sm" c="dimmed" mt="xs">
      {t('files.held', { count: data.heldCount })}
    </Text>
  )
}

const SHOWN = 200

/** The result, or preview, of a file of references, with the reason for each row that fails. */
function PaymentResults({ result }: { result: ImportedPayments }) {
  const t = useT()
  const { isDryRun, paidCount, paidKes, results } = result
  const others = results.filter(({ outcome }) => outcome !== 'paid')
  const words = { count: paidCount, kes: formatKes(paidKes) }
  return (
    <>
      <Text fw={600}>{t(isDryRun ? 'files.checked' : 'files.imported', words)}</Text>
      {others.length > 0 && <Text>{t('files.others', { count: others.length })}</Text>}
      <ul className={classes.results}>
        {others.slice(0, SHOWN).map(({ line, outcome }) => (
          <li key={line}>{t('files.row', { line, outcome: t(`paymentOutcome.${outcome}`) })}</li>
        ))}
        {others.length > SHOWN && <li>{t('files.more', { count: others.length - SHOWN })}</li>}
      </ul>
    </>
  )
}
