import { formatKes } from '@chuma/contract/format-money'
import type { PayoutQueue } from '@chuma/contract/payouts/payout-queue'
import { Link } from '@tanstack/react-router'
import { LedgerCheck } from '../../books/ledger-check.tsx'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import blocks from '../../ui/blocks.module.css'
import { Section } from '../../ui/page/section.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { AdminFrame } from '../frame/admin-frame.tsx'
import { FiguresSection, ProductSection } from '../product/figures-section.tsx'
import { AlarmsSection } from './alarms-section.tsx'
import { CspSection } from './csp-section.tsx'
import { FailuresSection } from './failures-section.tsx'
import { MailsSection } from './mails-section.tsx'
import { ReportSections } from './report-sections.tsx'
import classes from './system.module.css'

/** The system's health: payouts, queues, failures, mails, and whether the books balance. */
export function SystemPage() {
  const t = useT()
  return (
    <AdminFrame title={t('system.title')} needs="system:read">
      {({ permissions }) => (
        <>
          <AlarmsSection />
          {permissions.includes('payouts:read') && <PayoutLine />}
          {permissions.includes('ledger:verify') && <LedgerCheck />}
          <ReportSections failures={<FailuresSection />} mails={<MailsSection />} />
          <CspSection />
          <WebhooksLine />
          {permissions.includes('system:manage') && (
            <>
              <ProductSection />
              <FiguresSection />
            </>
          )}
        </>
      )}
    </AdminFrame>
  )
}

/** Whether payouts are running, in one line. */
function PayoutLine() {
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
        <Link to="/admin" search={{ tab: 'withdrawals' }} className={blocks.link}>
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
  if (provider === null) return <p className={blocks.flush}>{t('system.payoutsByHand', { count })}</p>
  if (!isStopped) return <p className={blocks.good}>{t('system.payoutsGoing', { count, amount })}</p>
  return <p className={blocks.bad}>{t('system.payoutsStopped', { count, amount, reason: reason ?? '' })}</p>
}

/** Webhooks have their own page. */
function WebhooksLine() {
  const t = useT()
  return (
    <Section title={t('webhooks.title')} text={t('webhooks.text')}>
      <div>
        <Link to="/admin/webhooks" className={blocks.link}>
          {t('webhooks.open')}
        </Link>
      </div>
    </Section>
  )
}
