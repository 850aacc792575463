import type { Claim } from '@chuma/contract/partners/partners'
import { IconCheck, IconClock, IconX } from '@tabler/icons-react'
import { useT } from '../../i18n/use-t.ts'
import { StatusBadge } from '../../ui/figures/status-badge.tsx'

const LOOKS = {
  open: { tone: 'wait', Icon: IconClock },
  credited: { tone: 'good', Icon: IconCheck },
  declined: { tone: 'bad', Icon: IconX },
} as const

export function AdminClaimState({ state }: { state: Claim['state'] }) {
  const t = useT()
  const { tone, Icon } = LOOKS[state]
  return (
    <StatusBadge tone={tone} icon={<Icon size={16} />}>
      {t(`adminClaimState.${state}`)}
    </StatusBadge>
  )
}
