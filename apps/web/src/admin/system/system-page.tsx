import { LedgerCheck } from '../../books/ledger-check.tsx'
import { useT } from '../../i18n/use-t.ts'
import { AdminFrame } from '../frame/admin-frame.tsx'
import { FailuresSection } from './failures-section.tsx'
import { MailsSection } from './mails-section.tsx'
import { PayoutLine } from './payout-line.tsx'
import { ReportSections } from './report-sections.tsx'
import { WebhooksLine } from './webhooks-line.tsx'

/** How the machine is: what leaves, what waits, what failed, what was mailed, and whether the books add up. */
export function SystemPage() {
  const t = useT()
  return (
    <AdminFrame title={t('system.title')} needs="system:read">
      {({ permissions }) => (
        <>
          {permissions.includes('payouts:read') && <PayoutLine />}
          {permissions.includes('ledger:verify') && <LedgerCheck />}
          <ReportSections failures={<FailuresSection />} mails={<MailsSection />} />
          <WebhooksLine />
        </>
      )}
    </AdminFrame>
  )
}
