import { formatKes } from '@chuma/contract/format-money'
import type { PartnerDebt, PartnerMonth, Receivables } from '@chuma/contract/receivables/receivables'
import { Button } from '@mantine/core'
import { IconBuildingStore } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { formatMonth } from '../i18n/format-date.ts'
import { useT } from '../i18n/use-t.ts'
import { trpc } from '../trpc.ts'
import { useAction } from '../ui/actions/use-action.ts'
import blocks from '../ui/blocks.module.css'
import { FigureList } from '../ui/figures/figure-list.tsx'
import sheet from '../ui/figures/figures.module.css'
import { StatCard, StatGrid } from '../ui/figures/stat-card.tsx'
import { AdminFrame } from '../ui/frame/admin-frame.tsx'
import { Section } from '../ui/page/section.tsx'
import { EmptyState } from '../ui/states/empty-state.tsx'
import classes from '../ui/states/list.module.css'
import { RowList } from '../ui/states/staff-lists.tsx'
import { QueryView, Skeletons } from '../ui/states/states.tsx'
import { usd, useRefreshReceivables } from './data.ts'
import { DifferencesSection } from './reports/differences-section.tsx'

/** What partners owe: in all, by partner and age, and by month. */
export function ReceivablesPage() {
  const t = useT()
  return (
    <AdminFrame title={t('receivables.title')}>
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

/** Partners by month; a month that is over can be invoiced. */
export function MonthsTable({ months, isOne = false }: { months: readonly PartnerMonth[]; isOne?: boolean }) {
  const t = useT()
  if (months.length === 0) return <p className={blocks.quiet}>{t('receivables.noMonths')}</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reachable by keyboard
    <section className={blocks.scroll} tabIndex={0} aria-label={t('receivables.tableLabel')}>
      <table className={sheet.table}>
        <thead>
          <tr>
            <th scope="col">{t('receivables.month')}</th>
            {!isOne && <th scope="col">{t('receivables.partner')}</th>}
            <th scope="col" data-amount>
              {t('receivables.accrued')}
            </th>
            <th scope="col" data-amount>
              {t('receivables.reversed')}
            </th>
            <th scope="col" data-amount>
              {t('receivables.invoiced')}
            </th>
            <th scope="col" data-amount>
              {t('receivables.received')}
            </th>
            <th scope="col">{t('receivables.invoice')}</th>
          </tr>
        </thead>
        <tbody>
          {months.map((row) => (
            <tr key={`${row.partnerId} ${row.month}`}>
              <th scope="row">{formatMonth(row.month)}</th>
              {!isOne && <td>{row.partnerName}</td>}
              <td data-amount>{usd(row.accruedCents)}</td>
              <td data-amount>{usd(row.reversedCents)}</td>
              <td data-amount>{row.invoiceId ? usd(row.invoicedCents) : ''}</td>
              <td data-amount>{row.invoiceId ? usd(row.receivedCents) : ''}</td>
              <td>
                <InvoiceCell row={row} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function InvoiceCell({ row }: { row: PartnerMonth }) {
  const t = useT()
  const issue = useAction(trpc.admin.issuePartnerInvoice, {
    done: ({ number }) => ({ title: t('receivables.issued', { number }) }),
    refresh: useRefreshReceivables(),
  })
  const { invoiceId, invoiceNumber, partnerId, partnerName, month } = row
  if (invoiceId)
    return (
      <Link to="/admin/invoices/$invoiceId" params={{ invoiceId }} className={blocks.link}>
        {invoiceNumber}
      </Link>
    )
  if (!row.canInvoice) return null
  return (
    <Button
      variant="default"
      loading={issue.isPending}
      aria-label={t('receivables.issueFor', { month: formatMonth(month), partner: partnerName })}
      onClick={() => issue.run({ partnerId, month })}
    >
      {t('receivables.issue')}
    </Button>
  )
}

/** What one partner owes, by age. Figures of nothing are left out. */
export function PartnerDebtRow({ debt, isLinked = false }: { debt: PartnerDebt; isLinked?: boolean }) {
  const t = useT()
  const { partnerId, partnerName, ageing } = debt
  const figures: [name: string, cents: number, isOver?: true][] = [
    [t('receivables.accrued'), debt.accruedCents],
    [t('receivables.reversed'), debt.reversedCents],
    [t('receivables.invoiced'), debt.invoicedCents],
    [t('receivables.received'), debt.receivedCents],
    [t('receivables.writtenOff'), debt.writtenOffCents],
    [t('receivables.credit'), debt.creditCents],
    [t('receivables.current'), ageing.currentCents],
    [t('receivables.to30'), ageing.to30Cents, true],
    [t('receivables.to60'), ageing.to60Cents, true],
    [t('receivables.to90'), ageing.to90Cents, true],
    [t('receivables.over90'), ageing.over90Cents, true],
  ]
  return (
    <li className={classes.row}>
      <div className={classes.head}>
        {isLinked ? (
          <Link to="/admin/receivables/$partnerId" params={{ partnerId }} className={blocks.link}>
            {partnerName}
          </Link>
        ) : (
          <strong>{t('receivables.outstanding')}</strong>
        )}
        <span className={sheet.amount}>{usd(debt.outstandingCents)}</span>
      </div>
      <FigureList
        figures={figures.map(([name, cents, isOver]) => cents !== 0 && [name, usd(cents), isOver])}
      />
    </li>
  )
}
