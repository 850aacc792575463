import type { CreditReview } from '@chuma/contract/partners/credit-reviews'
import { IconArrowBackUp, IconCheck, IconClock, IconX } from '@tabler/icons-react'
import { useT } from '../../i18n/use-t.ts'
import { StatusBadge } from '../../ui/figures/status-badge.tsx'

const LOOKS = {
  review: { tone: 'wait', Icon: IconClock },
  pending: { tone: 'good', Icon: IconClock },
  available: { tone: 'good', Icon: IconCheck },
  reversed: { tone: 'bad', Icon: IconArrowBackUp },
  cancelled: { tone: 'bad', Icon: IconX },
} as const satisfies Record<CreditReview['state'], unknown>

export function ReviewState({ state }: { state: CreditReview['state'] }) {
  const t = useT()
  const { tone, Icon } = LOOKS[state]
  return (
    <StatusBadge tone={tone} icon={<Icon size={16} />}>
      {t(`creditReviewState.${state}`)}
    </StatusBadge>
  )
}
