import { AdminFrame } from '../admin/frame/admin-frame.tsx'
import { useT } from '../i18n/use-t.ts'
import { DaysSection } from './days-section.tsx'
import { DifferencesSection } from './differences-section.tsx'
import { ImportSection } from './import-section.tsx'
import { LedgerCheck } from './ledger-check.tsx'
import { TaxSection } from './tax-section.tsx'

/** Whether the ledger, the withdrawals and the provider tell the same story. */
export function ReconciliationPage({ day }: { day: string | undefined }) {
  const t = useT()
  return (
    <AdminFrame title={t('books.title')} needs="ledger:verify">
      {() => (
        <>
          <DaysSection chosen={day} />
          <DifferencesSection key={day} day={day} />
          <ImportSection />
          <TaxSection />
          <LedgerCheck />
        </>
      )}
    </AdminFrame>
  )
}
