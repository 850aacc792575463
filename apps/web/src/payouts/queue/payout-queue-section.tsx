import { formatKes } from '@chuma/contract/format-money'
import { ALL_RAILS, type PayoutQueue } from '@chuma/contract/payouts/payout-queue'
import { Button, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useMay } from '../../admin/frame/use-staff-member.ts'
import { useArrival } from '../../admin/use-arrival.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { StatCard, StatGrid } from '../../ui/figures/stat-card.tsx'
import { TimeAgo } from '../../ui/figures/time-ago.tsx'
import { Notice } from '../../ui/states/notice.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { nameRail } from './name-rail.ts'
import classes from './payout-queue-section.module.css'
import { QueueDialog } from './queue-dialog.tsx'
import { StoppedBanner } from './stopped-banner.tsx'

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
      <QueueDialog act="stop" provider={provider} opened={asked === 'stop'} onClose={() => setAsked(null)} />
      <QueueDialog
        act="resume"
        provider={provider}
        opened={asked === 'resume'}
        onClose={() => setAsked(null)}
      />
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
