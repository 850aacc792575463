import type { ReviewState as State } from '@chuma/contract/surveys/reviews'
import { IconAlertTriangle, IconCheck, IconClock, IconMessage, IconX } from '@tabler/icons-react'
import { useT } from '../../i18n/use-t.ts'
import { StatusBadge } from '../../ui/figures/status-badge.tsx'

const LOOKS = {
  held: { tone: 'wait', Icon: IconClock },
  doubtful: { tone: 'quiet', Icon: IconAlertTriangle },
  appealed: { tone: 'wait', Icon: IconMessage },
  paid: { tone: 'good', Icon: IconCheck },
  rejected: { tone: 'bad', Icon: IconX },
} as const satisfies Record<State, unknown>

export function ReviewState({ state }: { state: State }) {
  const t = useT()
  const { tone, Icon } = LOOKS[state]
  return (
    <StatusBadge tone={tone} icon={<Icon size={16} />}>
      {t(`reviewState.${state}`)}
    </StatusBadge>
  )
}
