import { type PayoutQueue, RESTORED } from '@chuma/contract/payouts/payout-queue'
import { Button } from '@mantine/core'
import { IconHandStop } from '@tabler/icons-react'
import { actorName } from '../../admin/actor-name.ts'
import { formatDateTime } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import classes from './stopped-banner.module.css'

type Props = { queue: PayoutQueue; onResume: (() => void) | null }

/** Payouts are stopped: why, since when, and what to do. */
export function StoppedBanner({ queue: { code, reason, since, stoppedBy }, onResume }: Props) {
  const t = useT()
  const when = since ? formatDateTime(since) : ''
  const name = actorName(t, stoppedBy ?? 'system')
  return (
    <div role="alert" className={classes.banner}>
      <IconHandStop aria-hidden size={28} className={classes.icon} />
      <div className={classes.words}>
        <p className={classes.title}>{t('queue.stopped')}</p>
        <p>
          {code === null || code === RESTORED
            ? t('queue.reason', { reason: reason ?? '' })
            : t('queue.report', { code, reason: reason ?? '' })}
        </p>
        {code === RESTORED && <p>{t('queue.restored')}</p>}
        <p>
          {stoppedBy === 'system' ? t('queue.stoppedItself', { when }) : t('queue.stoppedBy', { name, when })}
        </p>
      </div>
      {onResume && <Button onClick={onResume}>{t('queue.resume')}</Button>}
    </div>
  )
}
