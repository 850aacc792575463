import { formatKes } from '@chuma/contract/format-money'
import { ALL_RAILS, type PayoutQueue, RESTORED } from '@chuma/contract/payouts/payout-queue'
import { Button, Stack, Text, Title } from '@mantine/core'
import { IconCashBanknote, IconHandStop } from '@tabler/icons-react'
import { useState } from 'react'
import { formatDateTime } from '../../i18n/format-date.ts'
import type { Translate } from '../../i18n/i18n.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { useAction } from '../../ui/actions/use-action.ts'
import { ReasonDialog, useReason } from '../../ui/dialogs/reason-dialog.tsx'
import { StatCard, StatGrid } from '../../ui/figures/stat-card.tsx'
import { StatusBadge } from '../../ui/figures/status-badge.tsx'
import { TimeAgo } from '../../ui/figures/time-ago.tsx'
import { actorName, useMay } from '../../ui/frame/staff-member.tsx'
import { Notice } from '../../ui/states/states.tsx'
import { useArrival, useRefreshWithdrawals } from '../data.ts'
import classes from './queue.module.css'

const POLL_MS = 15_000

/** Whether payouts run, in one line; why not, below it; how much was sent and how much still can be, once asked. */
export function PaymentRails() {
  const t = useT()
  const arrival = useArrival<HTMLElement>('payments')
  const mayRead = useMay('payouts:read')
  const [isOpen, setOpen] = useState(arrival.isHere)
  const { data: queues } = trpc.admin.listPayoutQueues.useQuery(undefined, {
    enabled: mayRead,
    refetchInterval: POLL_MS,
  })
  if (!mayRead) return null
  const isSeveral = queues !== undefined && queues.length > 1
  return (
    <section aria-label={t('word.payouts')} className={classes.rails} {...arrival.target}>
      <div className={classes.line}>
        {queues?.length === 0 && <Text size="sm">{t('queue.byHand')}</Text>}
        {queues
          ?.filter(({ provider }) => provider !== ALL_RAILS)
          .map((queue) => (
            <QueueState key={queue.provider} queue={queue} />
          ))}
        {queues && queues.length > 0 && (
          <Button variant="subtle" size="compact-sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {t(isOpen ? 'queue.hide' : 'queue.details')}
          </Button>
        )}
      </div>
      {queues?.map((queue) => (
        <Queue key={queue.provider} {...{ queue, isOpen }} isOneOfSeveral={isSeveral} />
      ))}
    </section>
  )
}

/** `M-Pesa: working, 3 waiting · account KES 9,000`. */
function QueueState({ queue }: { queue: PayoutQueue }) {
  const t = useT()
  const { provider, isStopped, isFloatLow, queuedCount, floatKes } = queue
  const state = isStopped ? 'stopped' : isFloatLow ? 'low' : 'working'
  const parts = [
    queuedCount > 0 && t('staffToday.count', { count: queuedCount }),
    queuedCount > 0 && floatKes !== null && t('queue.account', { kes: formatKes(Math.floor(floatKes)) }),
  ].filter(Boolean)
  return (
    <span className={classes.rail}>
      <StatusBadge
        tone={isStopped ? 'bad' : isFloatLow ? 'wait' : 'good'}
        Icon={isStopped ? IconHandStop : IconCashBanknote}
      >
        {nameRail(t, provider)}: {t(`queueState.${state}`)}
      </StatusBadge>
      {parts.length > 0 && <span>{parts.join(' · ')}</span>}
    </span>
  )
}

type QueueProps = { queue: PayoutQueue; isOpen: boolean; isOneOfSeveral: boolean }

/** What is wrong with a provider's queue, and its details. */
function Queue({ queue, isOpen, isOneOfSeveral }: QueueProps) {
  const t = useT()
  const [asked, setAsked] = useState<'stop' | 'resume' | null>(null)
  const mayManage = useMay('payouts:manage')
  const { provider, isStopped, isFloatLow, floatKes } = queue
  return (
    <>
      {isStopped && <StoppedBanner queue={queue} onResume={mayManage ? () => setAsked('resume') : null} />}
      {isFloatLow && floatKes !== null && (
        <Notice title={t('queue.floatLow')}>
          {t('queue.floatLowText', { amount: formatKes(Math.floor(floatKes)) })}
        </Notice>
      )}
      {isOpen && (
        <Stack gap="sm">
          {isOneOfSeveral && (
            <Title order={2} size="h3">
              {nameRail(t, provider)}
            </Title>
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
        </Stack>
      )}
      {(['stop', 'resume'] as const).map((act) => (
        <QueueDialog key={act} {...{ act, provider }} opened={asked === act} onClose={() => setAsked(null)} />
      ))}
    </>
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
      <StatCard label={t('word.payoutAccount')}>
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
            ? t('activity.reason', { reason: reason ?? '' })
            : t('queue.report', { code, reason: reason ?? '' })}
        </p>
        {code === RESTORED && <p>{t('queue.restored')}</p>}
        <p>
          {stoppedBy === 'system' ? t('queue.stoppedItself', { when }) : t('queue.stoppedBy', { name, when })}
        </p>
      </div>
      {onResume && <Button onClick={onResume}>{t('word.resumePayouts')}</Button>}
    </div>
  )
}

const WORDS = {
  stop: {
    title: 'queue.stopTitle',
    text: 'queue.stopText',
    label: 'word.reason',
    missing: 'queue.stopMissing',
    action: 'queue.stop',
    done: 'queue.stoppedDone',
  },
  resume: {
    title: 'word.resumePayouts',
    text: 'queue.resumeText',
    label: 'queue.resumeNote',
    missing: 'queue.resumeMissing',
    action: 'word.resumePayouts',
    done: 'word.payoutsResumed',
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
