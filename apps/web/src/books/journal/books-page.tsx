import type { AccountingPeriod } from '@chuma/contract/books/journal-reports'
import { formatKesCents, formatUsdCents } from '@chuma/contract/format-money'
import { Button, Tabs } from '@mantine/core'
import { IconCalendarStats, IconLock, IconLockOpen, IconScale } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense, useState } from 'react'
import { BOOKS_TABS, type BooksTab, readBooksTab } from '../../app/page-search.ts'
import { formatBusinessDay, formatDateTime, formatMonth } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { useAction } from '../../ui/actions/use-action.ts'
import blocks from '../../ui/blocks.module.css'
import { ReasonDialog, useReason } from '../../ui/dialogs/reason-dialog.tsx'
import { FigureTable } from '../../ui/figures/figure-panel.tsx'
import { StatusBadge } from '../../ui/figures/status-badge.tsx'
import { DayField } from '../../ui/forms/number-input.tsx'
import { AdminFrame } from '../../ui/frame/admin-frame.tsx'
import tabs from '../../ui/frame/admin-tabs.module.css'
import { useShowActiveTab } from '../../ui/page/page.tsx'
import { Section } from '../../ui/page/section.tsx'
import { QueryList } from '../../ui/states/staff-lists.tsx'
import { EmptyState, QueryView, Skeletons } from '../../ui/states/states.tsx'
import classes from '../books.module.css'
import { formatSide, formatUsdSide, useAccountName } from './format-side.ts'

// The chart is larger than the rest of the page.
const ProfitSection = lazy(async () => ({
  default: (await import('./profit-section.tsx')).ProfitSection,
}))

/** The house's own books. */
export function BooksPage({ tab = 'balance' }: { tab: BooksTab | undefined }) {
  const t = useT()
  const navigate = useNavigate()
  const row = useShowActiveTab(tab)
  return (
    <AdminFrame title={t('journal.title')}>
      {() => (
        <Tabs
          value={tab}
          onChange={(next) =>
            void navigate({ to: '/admin/books', search: readBooksTab({ tab: next }), resetScroll: false })
          }
          activateTabWithKeyboard={false}
          keepMounted={false}
          classNames={{ list: tabs.list ?? '', tab: tabs.tab ?? '', panel: blocks.sections ?? '' }}
        >
          <Tabs.List aria-label={t('journal.title')} ref={row}>
            {BOOKS_TABS.map((name) => (
              <Tabs.Tab key={name} value={name}>
                {t(`journal.tab.${name}`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {BOOKS_TABS.map((name) => {
            const Panel = PANELS[name]
            return (
              <Tabs.Panel key={name} value={name}>
                <Suspense fallback={<Skeletons count={2} height={320} />}>
                  <Panel />
                </Suspense>
              </Tabs.Panel>
            )
          })}
        </Tabs>
      )}
    </AdminFrame>
  )
}

const PANELS: Record<BooksTab, ComponentType> = {
  balance: TrialBalanceSection,
  profit: ProfitSection,
  exposure: ExposureSection,
  cash: CashSection,
  periods: PeriodsSection,
}

const count = new Intl.NumberFormat('en-KE')

/** Money at hand, against what can be paid on each day. */
function CashSection() {
  const t = useT()
  const nameOf = useAccountName()
  const query = trpc.admin.getCashForecast.useQuery()
  return (
    <Section title={t('journal.tab.cash')} text={t('journal.cashText')}>
      <QueryView query={query} skeleton={<Skeletons count={1} height={240} />}>
        {({ accounts, days, expectedMinor }) => (
          <>
            <FigureTable
              label={t('journal.atHand')}
              rowsAre={t('word.account')}
              columns={[{ key: 'minor', label: t('journal.atHand'), format: formatKesCents }]}
              rows={[
                ...accounts.map((row) => ({ name: nameOf(row), values: { minor: row.minor } })),
                { name: t('journal.expected'), values: { minor: expectedMinor } },
              ]}
            />
            {days.length > 0 && (
              <FigureTable
                label={t('journal.due')}
                rowsAre={t('journal.dueDay')}
                columns={[
                  { key: 'count', label: t('journal.withdrawals'), format: count.format },
                  { key: 'payout', label: t('journal.toPay'), format: formatKesCents },
                  { key: 'left', label: t('journal.leftThen'), format: formatKesCents },
                ]}
                rows={days.map(({ day, count, payoutMinor, leftMinor }) => ({
                  name: formatBusinessDay(day),
                  values: { count, payout: payoutMinor, left: leftMinor },
                }))}
              />
            )}
          </>
        )}
      </QueryView>
    </Section>
  )
}

const percent = new Intl.NumberFormat('en-KE', { style: 'percent', maximumFractionDigits: 1 })

/** What members were paid before the partner paid for it. */
function ExposureSection() {
  const t = useT()
  const query = trpc.admin.getExposure.useQuery()
  return (
    <Section title={t('journal.tab.exposure')} text={t('journal.exposureText')}>
      <QueryView query={query} skeleton={<Skeletons count={1} height={240} />}>
        {({ paidOutShare, partners }) =>
          partners.length === 0 ? (
            <EmptyState icon={<IconScale />} title={t('journal.nothing')} text={t('journal.nothingText')} />
          ) : (
            <>
              <p className={blocks.flush}>
                {t('journal.paidOutShare', { share: percent.format(paidOutShare) })}
              </p>
              <FigureTable
                label={t('journal.tab.exposure')}
                rowsAre={t('word.partner')}
                columns={[
                  { key: 'exposure', label: t('journal.exposure'), format: formatKesCents },
                  { key: 'owed', label: t('journal.owed'), format: formatUsdCents },
                  { key: 'owedKes', label: t('journal.owedToday'), format: formatKesCents },
                  { key: 'rewards', label: t('journal.rewards'), format: formatKesCents },
                ]}
                rows={partners.map((row) => ({
                  name: row.name,
                  values: {
                    exposure: row.exposureMinor,
                    owed: row.owedUsdMinor,
                    owedKes: row.owedMinor,
                    rewards: row.rewardsMinor,
                  },
                }))}
              />
            </>
          )
        }
      </QueryView>
    </Section>
  )
}

/** What each account holds at the end of a day. */
function TrialBalanceSection() {
  const t = useT()
  const [day, setDay] = useState('')
  const query = trpc.admin.getTrialBalance.useQuery(day ? { day } : {}, { placeholderData: keepPreviousData })
  return (
    <Section title={t('journal.tab.balance')} text={t('journal.balanceText')}>
      <DayField
        label={t('journal.endOf')}
        value={day || (query.data?.day ?? '')}
        onChange={({ currentTarget }) => setDay(currentTarget.value)}
      />
      <QueryView query={query} skeleton={<Skeletons count={1} height={320} />}>
        {({ rows, bookedTo }) => (
          <>
            <p className={blocks.quiet}>
              {bookedTo ? t('journal.bookedTo', { day: formatBusinessDay(bookedTo) }) : t('journal.notOpen')}
            </p>
            {(['KES', 'USD'] as const).map((currency) => (
              <BalanceTable
                key={currency}
                currency={currency}
                rows={rows.filter((row) => row.currency === currency)}
              />
            ))}
          </>
        )}
      </QueryView>
    </Section>
  )
}

type BalanceRow = { account: string; number: number; debitMinor: number; creditMinor: number }
function BalanceTable({ currency, rows }: { currency: 'KES' | 'USD'; rows: readonly BalanceRow[] }) {
  const t = useT()
  const nameOf = useAccountName()
  if (rows.length === 0) return null
  const sum = (side: 'debitMinor' | 'creditMinor') => rows.reduce((total, row) => total + row[side], 0)
  const format = currency === 'KES' ? formatSide : formatUsdSide
  return (
    <FigureTable
      label={t('journal.balanceIn', { currency })}
      rowsAre={t('journal.accountIn', { currency })}
      columns={[
        { key: 'debit', label: t('journal.debit'), format },
        { key: 'credit', label: t('journal.credit'), format },
      ]}
      rows={[
        ...rows.map((row) => ({
          name: nameOf(row),
          values: { debit: row.debitMinor, credit: row.creditMinor },
        })),
        { name: t('journal.sum'), values: { debit: sum('debitMinor'), credit: sum('creditMinor') } },
      ]}
    />
  )
}

/** Months, and closing the next one. */
function PeriodsSection() {
  const t = useT()
  const query = trpc.admin.listPeriods.useQuery()
  return (
    <Section title={t('journal.tab.periods')} text={t('journal.periodsText')}>
      <QueryList
        query={query}
        rowHeight={72}
        skeletons={3}
        label={t('journal.tab.periods')}
        empty={
          <EmptyState
            icon={<IconCalendarStats />}
            title={t('journal.nothing')}
            text={t('journal.nothingText')}
          />
        }
      >
        {(period) => <PeriodRow key={period.month} period={period} />}
      </QueryList>
    </Section>
  )
}

function PeriodRow({ period }: { period: AccountingPeriod }) {
  const t = useT()
  const [isAsking, setAsking] = useState(false)
  const { month, closedAt, closedBy, approvedBy, isNext, movedMinor } = period
  const name = formatMonth(month)
  return (
    <li className={classes.row}>
      <div className={classes.head}>
        <strong>{name}</strong>
        <StatusBadge tone={closedAt ? 'good' : 'quiet'} Icon={closedAt ? IconLock : IconLockOpen}>
          {t(closedAt ? 'journal.closed' : 'journal.open')}
        </StatusBadge>
      </div>
      <p className={blocks.quiet}>{t('journal.moved', { amount: formatKesCents(movedMinor) })}</p>
      {closedAt && closedBy && approvedBy && (
        <p className={blocks.quiet}>
          {t('journal.closedBy', { when: formatDateTime(closedAt), who: closedBy, approver: approvedBy })}
        </p>
      )}
      {isNext && (
        <Button variant="default" onClick={() => setAsking(true)}>
          {t('journal.close', { month: name })}
        </Button>
      )}
      <ClosePeriodDialog month={month} name={name} opened={isAsking} onClose={() => setAsking(false)} />
    </li>
  )
}

type Props = { month: string; name: string; opened: boolean; onClose: () => void }

/** Ask a second person to close a month. */
function ClosePeriodDialog({ month, name, opened, onClose }: Props) {
  const t = useT()
  const utils = trpc.useUtils()
  const form = useReason()
  const close = useAction(trpc.admin.closePeriod, {
    form,
    onAccepted: onClose,
    failure: { title: t('journal.closeFailed'), offline: t('state.failedText') },
    onEnd: [utils.admin.listPeriods],
  })
  return (
    <ReasonDialog
      {...{ form, opened, onClose }}
      title={t('journal.close', { month: name })}
      text={t('journal.closeText')}
      label={t('journal.reason')}
      action={t('correct.send')}
      isPending={close.isPending}
      onSend={(reason) => close.run({ month, reason })}
    />
  )
}
