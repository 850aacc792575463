import type { Permission } from '@chuma/contract/admin/permissions'
import { PaymentFiles } from './payment-files.tsx'
import { PayoutQueueSection } from './queue/payout-queue-section.tsx'
import { WithdrawalsSection } from './withdrawals-section.tsx'

export function WithdrawalsTab({ permissions }: { permissions: readonly Permission[] }) {
  return (
    <>
      {permissions.includes('payouts:read') && <PayoutQueueSection />}
      <WithdrawalsSection />
      {permissions.includes('payouts:manage') && permissions.includes('payout-details:read') && (
        <PaymentFiles />
      )}
    </>
  )
}
