import { IconEyeOff, IconPlayerPlay } from '@tabler/icons-react'
import { useT } from '../i18n/use-t.ts'
import { StatusBadge } from '../ui/figures/status-badge.tsx'

/** Whether members can see it. */
export function ActiveBadge({ isActive }: { isActive: boolean }) {
  const t = useT()
  return isActive ? (
    <StatusBadge tone="good" icon={<IconPlayerPlay size={16} />}>
      {t('catalogue.active')}
    </StatusBadge>
  ) : (
    <StatusBadge tone="quiet" icon={<IconEyeOff size={16} />}>
      {t('catalogue.inactive')}
    </StatusBadge>
  )
}
