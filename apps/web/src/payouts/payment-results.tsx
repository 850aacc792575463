import { formatKes } from '@chuma/contract/format-money'
import type { ImportedPayments } from '@chuma/contract/payouts/manual-payments'
import { Text } from '@mantine/core'
import { useT } from '../i18n/use-t.ts'
import classes from './approvals/bulk-results.module.css'

const SHOWN = 200

/** What a file of references has done, or would do, and of each other row why not. */
export function PaymentResults({ result }: { result: ImportedPayments }) {
  const t = useT()
  const { isDryRun, paidCount, paidKes, results } = result
  const others = results.filter(({ outcome }) => outcome !== 'paid')
  const words = { count: paidCount, kes: formatKes(paidKes) }
  return (
    <>
      <Text fw={600}>{t(isDryRun ? 'files.checked' : 'files.imported', words)}</Text>
      {others.length > 0 && <Text>{t('files.others', { count: others.length })}</Text>}
      <ul className={classes.rows}>
        {others.slice(0, SHOWN).map(({ line, outcome }) => (
          <li key={line}>{t('files.row', { line, outcome: t(`paymentOutcome.${outcome}`) })}</li>
        ))}
        {others.length > SHOWN && <li>{t('files.more', { count: others.length - SHOWN })}</li>}
      </ul>
    </>
  )
}
