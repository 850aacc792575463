import { formatKes } from '@chuma/contract/format-money'
import type { PayoutQueue } from '@chuma/contract/payouts/payout-queue'
import { Link } from '@tanstack/react-router'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { Section } from '../../ui/page/section.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import classes from './system.module.css'

/** Whether money leaves, in one line. */
export function PayoutLine() {
  const t = useT()
  const query = trpc.admin.getPayoutQueue.useQuery()
  return (
    <Section title={t('system.payouts')}>
      <div className={classes.line}>
        <QueryView query={query} skeleton={<Skeletons count={1} height={48} />}>
          {(queue) => <Line queue={queue} />}
        </QueryView>
      </div>
      <div>
        <Link to="/admin" search={{ tab: 'withdrawals' }} className={classes.link}>
          {t('system.toPayouts')}
        </Link>
      </div>
    </Section>
  )
}

function Line({ queue }: { queue: PayoutQueue }) {
  const t = useT()
  const { provider, isStopped, reason, queuedCount: count, queuedKes } = queue
  const amount = formatKes(queuedKes)
  if (provider === null) return <p className={classes.words}>{t('system.payoutsByHand', { count })}</p>
  if (!isStopped) return <p className={classes.good}>{t('system.payoutsGoing', { count, amount })}</p>
  return <p className={classes.bad}>{t('system.payoutsStopped', { count, amount, reason: reason ?? '' })}</p>
}
