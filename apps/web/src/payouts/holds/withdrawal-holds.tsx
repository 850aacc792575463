import type { AdminHold } from '@chuma/contract/payouts/holds'
import type { AdminWithdrawal } from '@chuma/contract/payouts/withdrawals'
import { Button, Text } from '@mantine/core'
import { IconHourglassHigh } from '@tabler/icons-react'
import { useState } from 'react'
import { formatDateTime } from '../../i18n/format-date.ts'
import type { Translate } from '../../i18n/i18n.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { useAction } from '../../ui/actions/use-action.ts'
import { ReasonDialog, useReason } from '../../ui/dialogs/reason-dialog.tsx'
import { useMay } from '../../ui/frame/staff-member.tsx'
import { useRefreshWithdrawals } from '../data.ts'
import classes from '../withdrawals.module.css'

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
            <IconHourglassHigh size={16} aria-hidden className={classes.holdIcon} />
            <span>
              {describeHold(t, hold)} <span className={classes.holdTimes}>{describeTimes(t, hold)}</span>
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

type Props = { withdrawal: AdminWithdrawal; hold: AdminHold; onClose: () => void }

/** Asks why a hold is lifted. The server checks that it is still there. */
function LiftHoldDialog({ withdrawal: { id, userName }, hold, onClose }: Props) {
  const t = useT()
  const form = useReason()
  const lift = useAction(trpc.admin.liftHold, {
    form,
    done: t('staffHold.lifted'),
    failure: { title: t('staffHold.failed'), offline: t('state.failedText') },
    onOver: onClose,
    onEnd: useRefreshWithdrawals(),
  })
  return (
    <ReasonDialog
      form={form}
      title={t('staffHold.liftTitle', { name: userName })}
      text={t('staffHold.liftText')}
      action={t('staffHold.lift')}
      isPending={lift.isPending}
      onSend={(reason) => lift.run({ id, holdId: hold.id, reason })}
      onClose={onClose}
    >
      <Text fw={600}>{describeHold(t, hold)}</Text>
    </ReasonDialog>
  )
}

/** What led to a hold, for staff. */
function describeHold(t: Translate, { reason, facts }: Pick<AdminHold, 'reason' | 'facts'>): string {
  switch (reason) {
    case 'credentials-changed':
    case 'email-changed':
      return t(facts.change ? `staffHoldChange.${facts.change}` : `staffHold.${reason}`)
    case 'shared-destination':
      return facts.isOfAnother
        ? t('staffHold.of-another')
        : t(`staffHold.${reason}`, { accounts: facts.accounts ?? 0 })
    case 'shared-mailbox':
      return t(`staffHold.${reason}`, { accounts: facts.accounts ?? 0 })
    case 'cluster':
      return facts.accounts === undefined
        ? t('staffHold.cluster')
        : t('staffHold.phone', { accounts: facts.accounts })
    case 'survey-quality':
      return t(`staffHold.${reason}`, { surveys: facts.surveys ?? 0 })
    case 'unsettled-credits':
    case 'debt':
      return t(`staffHold.${reason}`, { points: facts.points ?? 0 })
    default:
      return t(`staffHold.${reason}`)
  }
}

/** Since when, and until when if it ends on its own. */
function describeTimes(t: Translate, { since, until }: Pick<AdminHold, 'since' | 'until'>): string {
  const begun = t('staffHold.since', { since: formatDateTime(since) })
  return until === null ? begun : `${begun}, ${t('staffHold.until', { until: formatDateTime(until) })}`
}
