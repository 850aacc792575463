import { AdminFrame } from '../../admin/frame/admin-frame.tsx'
import { useT } from '../../i18n/use-t.ts'
import { DebtsSection } from './debts-section.tsx'

/** Members who owe points. */
export function DebtsPage() {
  const t = useT()
  return (
    <AdminFrame title={t('debts.title')} needs="withdrawals:read">
      {({ permissions }) => <DebtsSection mayWriteOff={permissions.includes('withdrawals:decide')} />}
    </AdminFrame>
  )
}
