import { formatKes } from '@chuma/contract/format-money'
import type { ImportedPayments } from '@chuma/contract/payouts/destinations'
import { Text } from '@mantine/core'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { CsvDownload, CsvUpload } from '../../ui/forms/csv-files.tsx'
import { Section } from '../../ui/page/section.tsx'
import list from '../../ui/states/list.module.css'

/** Exports the manual payouts as CSV, and imports it again with references. */
export function PaymentFiles() {
  const t = useT()
  const utils = trpc.useUtils()
  return (
    <Section title={t('files.title')} text={t('files.text')}>
      <div>
        <CsvDownload fileName="chuma-payouts.csv" load={() => utils.client.admin.exportManualPayouts.query()}>
          {t('files.download')}
        </CsvDownload>
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
        mutation={trpc.admin.importPayments}
        toInput={(file) => file}
        onDone={({ isDryRun }) => {
          if (!isDryRun) void utils.admin.listWithdrawals.invalidate()
        }}
        // Only a checked file can be imported.
        isReady={({ isDryRun, paidCount }) => isDryRun && paidCount > 0}
      >
        {(result) => <PaymentResults result={result} />}
      </CsvUpload>
    </Section>
  )
}

/** Approved payouts on hold are not in the file. */
function LeftOut() {
  const t = useT()
  const { data: queues } = trpc.admin.listPayoutQueues.useQuery()
  const { data: byHand } = trpc.admin.getPayoutQueue.useQuery(undefined, { enabled: queues?.length === 0 })
  // Of all queues together.
  const heldCount = (queues?.[0] ?? byHand)?.heldCount ?? 0
  if (heldCount === 0) return null
  return (
    <Text size="sm" c="dimmed" mt="xs">
      {t('files.held', { count: heldCount })}
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
      <ul className={list.results}>
        {others.slice(0, SHOWN).map(({ line, outcome }) => (
          <li key={line}>{t('files.row', { line, outcome: t(`paymentOutcome.${outcome}`) })}</li>
        ))}
        {others.length > SHOWN && <li>{t('files.more', { count: others.length - SHOWN })}</li>}
      </ul>
    </>
  )
}
