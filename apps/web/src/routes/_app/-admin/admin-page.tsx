import { useT } from '../../../i18n/use-t.ts'
import { AdminFrame } from './admin-frame.tsx'
import { AdminStatsPanel } from './admin-stats-panel.tsx'
import { LedgerCheck } from './ledger-check.tsx'
import { PaymentFiles } from './payment-files.tsx'
import { PayoutQueueSection } from './payout-queue-section.tsx'
import { WithdrawalsSection } from './withdrawals-section.tsx'

export function AdminPage() {
  const t = useT()
  return (
    <AdminFrame title={t('admin.title')}>
      {({ permissions }) => (
        <>
          {permissions.includes('stats:read') && <AdminStatsPanel />}
          {permissions.includes('payouts:read') && <PayoutQueueSection />}
          {permissions.includes('withdrawals:read') && <WithdrawalsSection />}
          {permissions.includes('payouts:manage') && <PaymentFiles />}
          {permissions.includes('ledger:verify') && <LedgerCheck />}
        </>
      )}
    </AdminFrame>
  )
}
