import type { AdminWithdrawal } from '@chuma/contract/admin/admin'
import type { AdminHold } from '@chuma/contract/payouts/holds'
import { Button } from '@mantine/core'
import { IconHourglassHigh } from '@tabler/icons-react'
import { useState } from 'react'
import { useMay } from '../../admin/frame/use-staff-member.ts'
import { useT } from '../../i18n/use-t.ts'
import { describeHold, describeTimes } from './describe-hold.ts'
import { LiftHoldDialog } from './lift-hold-dialog.tsx'
import classes from './withdrawal-holds.module.css'

/** Why a withdrawal is on hold, since when, and a button for each hold that staff may lift. */
export function WithdrawalHolds({ withdrawal }: { withdrawal: AdminWithdrawal }) {
  const t = useT()
  const mayLift = useMay('withdrawals:decide')
  const [asked, setAsked] = useState<AdminHold | null>(null)
  const { holds } = withdrawal
  if (holds.length === 0) return null
  return (
    <>
      <ul className={classes.holds} aria-label={t('staffHold.badge')}>
        {holds.map((hold) => (
          <li key={hold.id} className={classes.hold}>
            <IconHourglassHigh size={16} aria-hidden className={classes.icon} />
            <span>
              {describeHold(t, hold)} <span className={classes.times}>{describeTimes(t, hold)}</span>
            </span>
            {mayLift && hold.isLiftable && (
              <Button
                variant="subtle"
                size="compact-sm"
                aria-label={t('staffHold.liftOf', { reason: describeHold(t, hold) })}
                onClick={() => setAsked(hold)}
                data-stop={`lift ${hold.reason}`}
              >
                {t('staffHold.lift')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {asked && <LiftHoldDialog withdrawal={withdrawal} hold={asked} onClose={() => setAsked(null)} />}
    </>
  )
}
