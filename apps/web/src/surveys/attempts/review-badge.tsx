import type { RewardReview } from '@chuma/contract/surveys/surveys'
import { IconCheck, IconClock, IconMessage, IconX } from '@tabler/icons-react'
import { useT } from '../../i18n/use-t.ts'
import { StatusBadge } from '../../ui/figures/status-badge.tsx'

const LOOKS = {
  held: { tone: 'wait', Icon: IconClock },
  appealed: { tone: 'wait', Icon: IconMessage },
  paid: { tone: 'good', Icon: IconCheck },
  rejected: { tone: 'bad', Icon: IconX },
} as const satisfies Record<RewardReview['state'], unknown>

/** What became of a reward whose answers we check. */
export function ReviewBadge({ state }: { state: RewardReview['state'] }) {
  const t = useT()
  const { tone, Icon } = LOOKS[state]
  return (
    <StatusBadge tone={tone} icon={<Icon size={16} />}>
      {t(`review.badge.${state}`)}
    </StatusBadge>
  )
}
