import { IconCheck } from '@tabler/icons-react'
import { useT } from '../../i18n/use-t.ts'
import { StatusBadge } from '../../ui/figures/status-badge.tsx'

export function DoneBadge() {
  const t = useT()
  return (
    <StatusBadge tone="good" icon={<IconCheck size={16} />}>
      {t('tasks.doneToday')}
    </StatusBadge>
  )
}
