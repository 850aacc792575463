import type { MessageStatus } from '@chuma/contract/inbox/inbox'
import { IconArchive, IconCheck, IconMail } from '@tabler/icons-react'
import { useT } from '../i18n/use-t.ts'
import { StatusBadge } from '../ui/figures/status-badge.tsx'

const LOOKS = {
  new: { tone: 'wait', Icon: IconMail },
  answered: { tone: 'good', Icon: IconCheck },
  closed: { tone: 'quiet', Icon: IconArchive },
} as const

export function MessageState({ status }: { status: MessageStatus }) {
  const t = useT()
  const { tone, Icon } = LOOKS[status]
  return (
    <StatusBadge tone={tone} icon={<Icon size={16} />}>
      {t(`messageState.${status}`)}
    </StatusBadge>
  )
}
