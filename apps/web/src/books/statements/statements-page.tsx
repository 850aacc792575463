import { AdminFrame } from '../../admin/frame/admin-frame.tsx'
import { useT } from '../../i18n/use-t.ts'
import { ByHandSection } from './by-hand-section.tsx'
import { DeskSection } from './desk-section.tsx'
import { ImportSection } from './import-section.tsx'
import { MonthsSection } from './months-section.tsx'

/** Statements of M-Pesa and of banks: import, what no rule matched, and what a month adds up to. */
export function StatementsPage() {
  const t = useT()
  return (
    <AdminFrame title={t('statementDesk.title')} needs="ledger:verify">
      {() => (
        <>
          <ImportSection />
          <DeskSection />
          <ByHandSection />
          <MonthsSection />
        </>
      )}
    </AdminFrame>
  )
}
