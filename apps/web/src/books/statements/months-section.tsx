import type { StatementMonth } from '@chuma/contract/books/statements'
import { formatKesCents } from '@chuma/contract/format-money'
import { IconAlertTriangle, IconCalendarStats, IconCheck, IconMinus } from '@tabler/icons-react'
import sheet from '../../admin/figures.module.css'
import { formatMonth } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import blocks from '../../ui/blocks.module.css'
import { StatusBadge } from '../../ui/figures/status-badge.tsx'
import { Section } from '../../ui/page/section.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import classes from '../reconciliation.module.css'
import { nameAccount } from './name-account.ts'

/** What each month of an account adds up to, and whether that is what the statement says. */
export function MonthsSection() {
  const t = useT()
  const months = trpc.admin.listStatementMonths.useQuery()
  return (
    <Section title={t('statementMonth.title')} text={t('statementMonth.text')}>
      <QueryView query={months} skeleton={<Skeletons count={1} height={160} />}>
        {(rows) =>
          rows.length > 0 ? (
            <ul className={blocks.list} aria-label={t('statementMonth.title')}>
              {rows.map((row) => (
                <MonthRow key={`${row.account} ${row.month}`} month={row} />
              ))}
            </ul>
          ) : (
            <EmptyState
              icon={<IconCalendarStats />}
              title={t('statementMonth.none')}
              text={t('statementMonth.noneText')}
            />
          )
        }
      </QueryView>
    </Section>
  )
}

function MonthRow({ month }: { month: StatementMonth }) {
  const t = useT()
  const { account, waitingCount, waitingCents, openingCents, expectedCents, closingCents } = month
  const figures: [string, number | null][] = [
    [t('statementMonth.payouts'), month.payoutCents],
    [t('statementMonth.charges'), month.chargeCents],
    [t('statementMonth.collections'), month.collectionCents],
    [t('statementMonth.topUps'), month.topUpCents],
    [t('statementMonth.transfers'), month.transferCents],
    [t('statementMonth.other'), month.otherCents],
    [t('statementMonth.waiting', { count: waitingCount }), waitingCount > 0 ? waitingCents : null],
    [t('statementMonth.opening'), openingCents],
    [t('statementMonth.expected'), expectedCents],
    [t('statementMonth.closing'), closingCents],
  ]
  return (
    <li className={classes.row}>
      <div className={classes.head}>
        <strong>
          {formatMonth(month.month)} · {nameAccount(t, account)}
        </strong>
        <MonthBadge month={month} />
      </div>
      <dl className={sheet.figures} data-wide>
        {figures.map(
          ([name, cents]) =>
            cents !== null && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{formatKesCents(cents)}</dd>
              </div>
            ),
        )}
      </dl>
    </li>
  )
}

function MonthBadge({ month: { expectedCents, closingCents } }: { month: StatementMonth }) {
  const t = useT()
  if (expectedCents === null || closingCents === null) {
    return (
      <StatusBadge tone="quiet" icon={<IconMinus size={16} />}>
        {t('statementMonth.noBalances')}
      </StatusBadge>
    )
  }
  if (expectedCents !== closingCents) {
    return (
      <StatusBadge tone="bad" icon={<IconAlertTriangle size={16} />}>
        {t('statementMonth.differs', { amount: formatKesCents(closingCents - expectedCents) })}
      </StatusBadge>
    )
  }
  return (
    <StatusBadge tone="good" icon={<IconCheck size={16} />}>
      {t('statementMonth.agrees')}
    </StatusBadge>
  )
}
