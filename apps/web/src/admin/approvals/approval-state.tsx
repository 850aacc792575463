import type { ApprovalState as State } from '@chuma/contract/admin/approvals/approval-kinds'
import {
  IconArrowBackUp,
  IconCheck,
  IconClock,
  IconHourglassOff,
  IconRefreshOff,
  IconX,
} from '@tabler/icons-react'
import { useT } from '../../i18n/use-t.ts'
import { StatusBadge } from '../../ui/figures/status-badge.tsx'

const LOOKS = {
  waiting: { tone: 'wait', Icon: IconClock },
  executed: { tone: 'good', Icon: IconCheck },
  refused: { tone: 'bad', Icon: IconX },
  withdrawn: { tone: 'quiet', Icon: IconArrowBackUp },
  expired: { tone: 'quiet', Icon: IconHourglassOff },
  outdated: { tone: 'quiet', Icon: IconRefreshOff },
} as const

export function ApprovalState({ state }: { state: State }) {
  const t = useT()
  const { tone, Icon } = LOOKS[state]
  return (
    <StatusBadge tone={tone} icon={<Icon size={16} />}>
      {t(`approvalState.${state}`)}
    </StatusBadge>
  )
}
