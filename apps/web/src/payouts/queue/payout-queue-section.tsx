import { formatKes } from '@chuma/contract/format-money'
import { ALL_RAILS, type PayoutQueue, RESTORED } from '@chuma/contract/payouts/payout-queue'
import { Button, Stack, Text, Title } from '@mantine/core'
import { IconHandStop } from '@tabler/icons-react'
import { useState } from 'react'
import { formatDateTime } from '../../i18n/format-date.ts'
import type { Translate } from '../../i18n/i18n.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { useAction } from '../../ui/actions/use-action.ts'
import { ReasonDialog, useReason } from '../../ui/dialogs/reason-dialog.tsx'
import { StatCard, StatGrid } from '../../ui/figures/stat-card.tsx'
import { TimeAgo } from '../../ui/figures/time-ago.tsx'
import { actorName, useMay } from '../../ui/frame/staff-member.tsx'
import { Notice, QueryView, Skeletons } from '../../ui/states/states.tsx'
import { useRefreshWithdrawals } from '../data.ts'
import { useArrival } from '../withdrawal-list.tsx'
import classes from './queue.module.css'

const POLL_MS = 15_000

/** Whether payouts run, why not, how much was sent and how much still can be. */
export function PayoutQueueSection() {
  const t = useT()
  const query = trpc.admin.listPayoutQueues.useQuery(undefined, { refetchInterval: POLL_MS })
  return (
    <section aria-labelledby="payments">
      <Title order={2} mb="sm" {...useArrival<HTMLHeadingElement>('payments')}>
        {t('queue.title')}
      </Title>
      <QueryView query={query} skeleton={<Skeletons count={1} height={112} />}>
        {(queues) =>
          queues.length === 0 ? (
            <Text c="dimmed">{t('queue.byHand')}</Text>
          ) : (
            <Stack gap="xl">
              {queues.map((queue) => (
                <Queue key={queue.provider} queue={queue} isOneOfSeveral={queues.length > 1} />
              ))}
            </Stack>
          )
        }
      </QueryView>
    </section>
  )
}

function Queue({ queue, isOneOfSeveral }: { queue: PayoutQueue; isOneOfSeveral: boolean }) {
  const t = useT()
  const [asked, setAsked] = useState<'stop' | 'resume' | null>(null)
  const mayManage = useMay('payouts:manage')
  const { provider, isStopped, isFloatLow, floatKes } = queue
  return (
    <Stack>
      {isOneOfSeveral && <Title order={3}>{nameRail(t, provider)}</Title>}
      {isStopped && <StoppedBanner queue={queue} onResume={mayManage ? () => setAsked('resume') : null} />}
      {isFloatLow && floatKes !== null && (
        <Notice title={t('queue.floatLow')}>
          {t('queue.floatLowText', { amount: formatKes(Math.floor(floatKes)) })}
        </Notice>
      )}
      <Figures queue={queue} isOneOfSeveral={isOneOfSeveral} />
      {!isStopped && (
        <div className={classes.foot}>
          <Text c="dimmed">{t(describeWay(provider))}</Text>
          {mayManage && (
            <Button variant="default" color="red" onClick={() => setAsked('stop')}>
              {t('queue.stop')}
            </Button>
          )}
        </div>
      )}
      {(['stop', 'resume'] as const).map((act) => (
        <QueueDialog key={act} {...{ act, provider }} opened={asked === act} onClose={() => setAsked(null)} />
      ))}
    </Stack>
  )
}

function describeWay(provider: PayoutQueue['provider']) {
  if (provider === null) return 'queue.byHand'
  return provider.endsWith('simulator') ? 'queue.simulated' : 'queue.going'
}

function Figures({ queue, isOneOfSeveral }: { queue: PayoutQueue; isOneOfSeveral: boolean }) {
  const t = useT()
  const { provider, sentTodayKes, dailyLimitKes, queuedKes, queuedCount, floatKes, floatAt } = queue
  if (provider === null || provider === ALL_RAILS) return null
  const limit =
    dailyLimitKes === 0 ? t('queue.noLimit') : t('queue.ofLimit', { limit: formatKes(dailyLimitKes) })
  return (
    <StatGrid label={t('queue.figures')} isStacked>
      {/* The limit is one for all of them, and so is what counts against it. */}
      <StatCard label={t(isOneOfSeveral ? 'queue.sentTodayByAll' : 'queue.sentToday')}>
        {formatKes(sentTodayKes)}
        <span className={classes.more}>{limit}</span>
      </StatCard>
      <StatCard label={t('queue.queued')}>
        {formatKes(queuedKes)}
        <span className={classes.more}>{t('queue.queuedCount', { count: queuedCount })}</span>
      </StatCard>
      <StatCard label={t('queue.float')}>
        {floatKes === null || floatAt === null ? (
          <span className={classes.more}>{t('queue.floatUnknown')}</span>
        ) : (
          <>
            {formatKes(Math.floor(floatKes))}
            <span className={classes.more}>
              <TimeAgo date={floatAt} />
            </span>
          </>
        )}
      </StatCard>
    </StatGrid>
  )
}

/** Name a provider by what it pays. A simulator is named as the one it stands in for. */
function nameRail(t: Translate, provider: PayoutQueue['provider']): string {
  switch (provider) {
    case ALL_RAILS:
      return t('rail.all')
    case 'daraja':
    case 'simulator':
      return t('rail.daraja')
    case 'airtel':
    case 'airtel-simulator':
      return t('rail.airtel')
    case 'airtime':
    case 'airtime-simulator':
      return t('rail.airtime')
    default:
      return provider ?? ''
  }
}

type StoppedBannerProps = { queue: PayoutQueue; onResume: (() => void) | null }

/** Payouts are stopped: why, since when, and what to do. */
function StoppedBanner({ queue: { code, reason, since, stoppedBy }, onResume }: StoppedBannerProps) {
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

const WORDS = {
  stop: {
    title: 'queue.stopTitle',
    text: 'queue.stopText',
    label: 'queue.stopReason',
    missing: 'queue.stopMissing',
    action: 'queue.stop',
    done: 'queue.stoppedDone',
  },
  resume: {
    title: 'queue.resumeTitle',
    text: 'queue.resumeText',
    label: 'queue.resumeNote',
    missing: 'queue.resumeMissing',
    action: 'queue.resume',
    done: 'queue.resumedDone',
  },
} as const

type QueueDialogProps = {
  act: keyof typeof WORDS
  provider: string | null
  opened: boolean
  onClose: () => void
}

/** Stops or resumes payouts for everyone, so it requires a reason that others can read. */
function QueueDialog({ act, provider, opened, onClose }: QueueDialogProps) {
  const t = useT()
  const words = WORDS[act]
  const form = useReason(act === 'stop' ? 'reason' : 'note', t(words.missing))
  const handlers = { form, done: t(words.done), onAccepted: onClose, onEnd: useRefreshWithdrawals() }
  const stop = useAction(trpc.admin.stopPayoutQueue, handlers)
  const resume = useAction(trpc.admin.resumePayoutQueue, handlers)
  const one = provider === null ? {} : { provider }
  return (
    <ReasonDialog
      {...{ form, opened, onClose }}
      title={t(words.title)}
      text={t(words.text)}
      label={t(words.label)}
      action={t(words.action)}
      isDanger={act === 'stop'}
      isPending={stop.isPending || resume.isPending}
      onSend={(note) => (act === 'stop' ? stop.run({ ...one, reason: note }) : resume.run({ ...one, note }))}
    />
  )
}
