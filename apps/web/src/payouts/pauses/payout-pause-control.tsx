import type { AdminWithdrawal } from '@chuma/contract/admin/admin'
import { Button } from '@mantine/core'
import { IconPlayerPause } from '@tabler/icons-react'
import { useState } from 'react'
import { useMay } from '../../admin/frame/use-staff-member.ts'
import { useT } from '../../i18n/use-t.ts'
import { StatusBadge } from '../../ui/figures/status-badge.tsx'
import { PauseDialog } from './pause-dialog.tsx'
import classes from './payout-pause-control.module.css'

/** Whether the payouts of this row's member are paused, with a button to pause or resume them. */
export function PayoutPauseControl({ withdrawal }: { withdrawal: AdminWithdrawal }) {
  const t = useT()
  const [isAsked, setAsked] = useState(false)
  const mayPause = useMay('members:suspend')
  const { isPaused, status, userId, userName } = withdrawal
  const isOpen = status === 'pending' || status === 'approved'
  const isOffered = mayPause && (isOpen || isPaused)
  if (!isPaused && !isOffered) return null
  return (
    <div className={classes.control}>
      {isPaused && (
        <StatusBadge tone="wait" icon={<IconPlayerPause size={16} />}>
          {t('pausing.paused')}
        </StatusBadge>
      )}
      {isOffered && (
        <Button variant="subtle" onClick={() => setAsked(true)}>
          {t(isPaused ? 'pausing.lift' : 'pausing.pause')}
        </Button>
      )}
      <PauseDialog
        member={{ id: userId, name: userName, isPaused }}
        opened={isAsked}
        onClose={() => setAsked(false)}
      />
    </div>
  )
}
