import type { WithdrawalStatus } from '@chuma/contract/wallet/wallet'
import { IconCheck, IconClock, IconX } from '@tabler/icons-react'
import { useT } from '../../i18n/use-t.ts'
import { StatusBadge } from '../../ui/figures/status-badge.tsx'

/** A withdrawal's status, with a clock, check or cross. */
export function WithdrawalBadge({ status }: { status: WithdrawalStatus }) {
  const t = useT()
  const label = t(`withdrawal.${status}`)
  switch (status) {
    case 'approved':
    case 'paid':
      return (
        <StatusBadge tone="good" icon={<IconCheck size={16} />}>
          {label}
        </StatusBadge>
      )
    case 'rejected':
      return (
        <StatusBadge tone="bad" icon={<IconX size={16} />}>
          {label}
        </StatusBadge>
      )
    case 'pending':
      return (
        <StatusBadge tone="wait" icon={<IconClock size={16} />}>
          {label}
        </StatusBadge>
      )
  }
}
