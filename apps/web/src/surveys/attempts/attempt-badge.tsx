import type { AttemptStatus } from '@chuma/contract/surveys/surveys'
import { IconCheck, IconClock, IconClockOff, IconUserOff } from '@tabler/icons-react'
import { useT } from '../../i18n/use-t.ts'
import { StatusBadge } from '../../ui/figures/status-badge.tsx'

const LOOKS = {
  started: { tone: 'wait', Icon: IconClock },
  in_progress: { tone: 'wait', Icon: IconClock },
  completed: { tone: 'good', Icon: IconCheck },
  screened_out: { tone: 'quiet', Icon: IconUserOff },
  expired: { tone: 'quiet', Icon: IconClockOff },
} as const satisfies Record<AttemptStatus, unknown>

/** How far the member came with a survey. */
export function AttemptBadge({ status }: { status: AttemptStatus }) {
  const t = useT()
  const { tone, Icon } = LOOKS[status]
  return (
    <StatusBadge tone={tone} icon={<Icon size={16} />}>
      {t(`attempt.${status}`)}
    </StatusBadge>
  )
}
