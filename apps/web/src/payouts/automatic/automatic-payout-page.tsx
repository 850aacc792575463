import { AdminFrame } from '../../admin/frame/admin-frame.tsx'
import { useT } from '../../i18n/use-t.ts'
import { AutomaticPayoutSections } from './automatic-payout-sections.tsx'

/** What is paid without a person, by the owner's rule. */
export function AutomaticPayoutPage() {
  const t = useT()
  return (
    <AdminFrame title={t('automatic.title')} needs="payouts:read">
      {({ permissions }) => <AutomaticPayoutSections mayManage={permissions.includes('payouts:manage')} />}
    </AdminFrame>
  )
}
