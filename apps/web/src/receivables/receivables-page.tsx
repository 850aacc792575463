import { formatKes } from '@chuma/contract/format-money'
import type { Receivables } from '@chuma/contract/receivables/receivables'
import { IconBuildingStore } from '@tabler/icons-react'
import { AdminFrame } from '../admin/frame/admin-frame.tsx'
import { useT } from '../i18n/use-t.ts'
import { trpc } from '../trpc.ts'
import blocks from '../ui/blocks.module.css'
import { StatCard, StatGrid } from '../ui/figures/stat-card.tsx'
import { Section } from '../ui/page/section.tsx'
import { EmptyState } from '../ui/states/empty-state.tsx'
import { RowList } from '../ui/states/query-list.tsx'
import { QueryView, Skeletons } from '../ui/states/states.tsx'
import { MonthsTable, PartnerDebtRow, usd } from './months-table.tsx'
import { DifferencesSection } from './reports/differences-section.tsx'

/** What partners owe: in all, by partner and age, and by month. */
export function ReceivablesPage() {
  const t = useT()
  return (
    <AdminFrame title={t('receivables.title')} needs="ledger:verify">
      {() => (
        <>
          <Debts />
          <DifferencesSection />
        </>
      )}
    </AdminFrame>
  )
}

function Debts() {
  const t = useT()
  const query = trpc.admin.listReceivables.useQuery({})
  return (
    <QueryView query={query} skeleton={<Skeletons count={3} height={160} />}>
      {(found) => (
        <>
          <Totals found={found} />
          <Section title={t('receivables.partners')} text={t('receivables.partnersText')}>
            <RowList
              rows={found.partners}
              label={t('receivables.partners')}
              empty={
                <EmptyState
                  icon={<IconBuildingStore />}
                  title={t('receivables.none')}
                  text={t('receivables.noneText')}
                />
              }
            >
              {(debt) => <PartnerDebtRow key={debt.partnerId} debt={debt} isLinked />}
            </RowList>
          </Section>
          <Section title={t('receivables.months')} text={t('receivables.monthsText')}>
            <MonthsTable months={found.months} />
          </Section>
        </>
      )}
    </QueryView>
  )
}

function Totals({ found: { partners, kesPerUsd } }: { found: Receivables }) {
  const t = useT()
  const sum = (of: (one: Receivables['partners'][number]) => number) =>
    partners.reduce((total, one) => total + of(one), 0)
  const figures = [
    [t('receivables.owed'), sum(({ outstandingCents }) => outstandingCents)],
    [
      t('receivables.overdue'),
      sum(({ ageing }) => ageing.to30Cents + ageing.to60Cents + ageing.to90Cents + ageing.over90Cents),
    ],
    [
      t('receivables.notInvoiced'),
      sum(({ accruedCents, reversedCents, invoicedCents }) => accruedCents - reversedCents - invoicedCents),
    ],
  ] as const
  return (
    <StatGrid label={t('receivables.totals')} isStacked>
      {figures.map(([label, cents]) => (
        <StatCard key={label} label={label}>
          {usd(cents)}
          <p className={blocks.quiet}>
            {t('receivables.inKes', { kes: formatKes(Math.round((cents * kesPerUsd) / 100)) })}
          </p>
        </StatCard>
      ))}
    </StatGrid>
  )
}
