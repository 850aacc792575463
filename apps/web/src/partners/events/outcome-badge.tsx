import type { PartnerOutcome } from '@chuma/contract/partners/partners'
import { IconArrowBackUp, IconCheck, IconClock, IconHelp, IconInfoCircle, IconX } from '@tabler/icons-react'
import { useT } from '../../i18n/use-t.ts'
import { StatusBadge } from '../../ui/figures/status-badge.tsx'

const RECORDED = { tone: 'quiet', Icon: IconInfoCircle } as const
const LOOKS = {
  credited: { tone: 'good', Icon: IconCheck },
  pending: { tone: 'wait', Icon: IconClock },
  review: { tone: 'wait', Icon: IconHelp },
  duplicate: RECORDED,
  reversed: { tone: 'bad', Icon: IconArrowBackUp },
  'kept-for-credit': RECORDED,
  'screened-out': RECORDED,
  recorded: RECORDED,
  test: RECORDED,
  unmatched: { tone: 'wait', Icon: IconHelp },
  rejected: { tone: 'bad', Icon: IconX },
  none: { tone: 'wait', Icon: IconClock },
} as const

export function OutcomeBadge({ outcome }: { outcome: PartnerOutcome | null }) {
  const t = useT()
  const { tone, Icon } = LOOKS[outcome ?? 'none']
  return (
    <StatusBadge tone={tone} icon={<Icon size={16} />}>
      {t(`outcome.${outcome ?? 'none'}`)}
    </StatusBadge>
  )
}
