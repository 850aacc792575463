import type { WithdrawalStatus } from '@chuma/contract/wallet/wallet'
import { useT } from '../../i18n/use-t.ts'
import { StatusBadge } from '../../ui/figures/status-badge.tsx'
import { knownStatus, WithdrawalIcon } from '../movements.tsx'

const TONES = {
  pending: 'wait',
  approved: 'good',
  paid: 'good',
  rejected: 'bad',
} as const satisfies Record<WithdrawalStatus, string>

/** A withdrawal's status, with a clock, check or cross. */
export function WithdrawalBadge({ status: given }: { status: WithdrawalStatus }) {
  const t = useT()
  const status = knownStatus(given)
  return (
    <StatusBadge tone={TONES[status]} icon={<WithdrawalIcon status={status} size={16} />}>
      {t(`withdrawal.${status}`)}
    </StatusBadge>
  )
}
