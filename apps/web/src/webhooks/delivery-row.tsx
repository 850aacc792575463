import type { WebhookDelivery } from '@chuma/contract/webhooks/webhooks'
import { Button } from '@mantine/core'
import { IconBan, IconCheck, IconClock } from '@tabler/icons-react'
import classes from '../admin/list.module.css'
import { useShowFailure } from '../admin/use-show-failure.ts'
import { formatDateTime } from '../i18n/format-date.ts'
import { useT } from '../i18n/use-t.ts'
import { trpc } from '../trpc.ts'
import blocks from '../ui/blocks.module.css'
import { showToast } from '../ui/dialogs/show-toast.ts'
import { StatusBadge } from '../ui/figures/status-badge.tsx'

const FACES = {
  pending: { tone: 'wait', Icon: IconClock },
  delivered: { tone: 'good', Icon: IconCheck },
  failed: { tone: 'bad', Icon: IconBan },
} as const

type Props = { delivery: WebhookDelivery; mayManage: boolean }

/** One event's delivery to one endpoint: its attempts and the last response. */
export function DeliveryRow({ delivery, mayManage }: Props) {
  const t = useT()
  const { type, state, endpointName, lastAnswer, lastError, eventId, replayOf, createdAt } = delivery
  const { tone, Icon } = FACES[state]
  return (
    <li className={classes.row}>
      <div className={classes.head}>
        <strong>{type}</strong>
        <StatusBadge tone={tone} icon={<Icon size={16} />}>
          {t(`deliveryState.${state}`)}
        </StatusBadge>
      </div>
      <p className={blocks.quiet}>
        {endpointName} · {formatDateTime(createdAt)}
        {replayOf && ` · ${t('webhooks.isReplay')}`}
      </p>
      <p className={blocks.quiet}>{t('webhooks.eventId', { id: eventId })}</p>
      <Attempts delivery={delivery} />
      {lastError && <p className={classes.words}>{lastError}</p>}
      {lastAnswer && (
        <section
          className={classes.raw}
          aria-label={t('webhooks.answer')}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
          tabIndex={0}
        >
          {lastAnswer}
        </section>
      )}
      {mayManage && state !== 'pending' && <ReplayButton delivery={delivery} />}
    </li>
  )
}

function Attempts({ delivery: { attempts, lastStatus, nextAttemptAt } }: Pick<Props, 'delivery'>) {
  const t = useT()
  const answered = lastStatus === null ? '' : ` · HTTP ${lastStatus}`
  const next =
    nextAttemptAt && attempts > 0 ? ` · ${t('webhooks.next', { time: formatDateTime(nextAttemptAt) })}` : ''
  return (
    <p className={blocks.quiet}>
      {t('webhooks.attempts', { count: attempts })}
      {answered}
      {next}
    </p>
  )
}

function ReplayButton({ delivery: { id, type, createdAt } }: Pick<Props, 'delivery'>) {
  const t = useT()
  const utils = trpc.useUtils()
  const replay = trpc.webhooks.replayDelivery.useMutation({
    onSuccess: () =>
      showToast({ kind: 'success', title: t('webhooks.resent'), message: t('webhooks.resentText') }),
    onError: useShowFailure(),
    onSettled: () => utils.webhooks.invalidate(),
  })
  return (
    <div className={classes.bar}>
      <Button
        variant="default"
        px="md"
        loading={replay.isPending}
        aria-label={t('webhooks.resendFor', { type, time: formatDateTime(createdAt) })}
        onClick={() => replay.mutate({ id })}
      >
        {t('webhooks.resend')}
      </Button>
    </div>
  )
}
