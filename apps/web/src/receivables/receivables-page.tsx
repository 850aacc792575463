import { formatKes, formatUsd, formatUsdCents } from '@chuma/contract/format-money'
import type { PartnerDebt, PartnerMonth, Receivables } from '@chuma/contract/receivables/receivables'
import {
  DIFFERENCES,
  type ReportDifference,
  type ReportOutcome,
  type SettleDifferenceInput,
} from '@chuma/contract/receivables/reports'
import { Button, NativeSelect, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconBuildingStore } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import nothingToReview from '../art/nothing-to-review.svg'
import { formatDateTime, formatMonth } from '../i18n/format-date.ts'
import { useT } from '../i18n/use-t.ts'
import { trpc } from '../trpc.ts'
import { useAction } from '../ui/actions/use-action.ts'
import blocks from '../ui/blocks.module.css'
import { FormDialog, useAsked } from '../ui/dialogs/dialog.tsx'
import { FigureList } from '../ui/figures/figure-list.tsx'
import sheet from '../ui/figures/figures.module.css'
import { StatCard, StatGrid } from '../ui/figures/stat-card.tsx'
import { AdminFrame } from '../ui/frame/admin-frame.tsx'
import { Section } from '../ui/page/section.tsx'
import classes from '../ui/states/list.module.css'
import { PagedList, RowList, useStateFilter } from '../ui/states/staff-lists.tsx'
import { EmptyState, QueryView, Skeletons } from '../ui/states/states.tsx'
import { useRefreshReceivables } from './data.ts'

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
          {formatUsdCents(cents)}
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
              <td data-amount>{formatUsdCents(row.accruedCents)}</td>
              <td data-amount>{formatUsdCents(row.reversedCents)}</td>
              <td data-amount>{row.invoiceId ? formatUsdCents(row.invoicedCents) : ''}</td>
              <td data-amount>{row.invoiceId ? formatUsdCents(row.receivedCents) : ''}</td>
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
        <span className={sheet.amount}>{formatUsdCents(debt.outstandingCents)}</span>
      </div>
      <FigureList
        figures={figures.map(([name, cents, isOver]) => cents !== 0 && [name, formatUsdCents(cents), isOver])}
      />
    </li>
  )
}

const PAGE_SIZE = 25

/** The desk: rows of reports that differ from our credits. */
export function DifferencesSection({ partnerId }: { partnerId?: string }) {
  const t = useT()
  const {
    pages,
    state: outcome,
    filter,
  } = useStateFilter<ReportOutcome>({
    size: PAGE_SIZE,
    states: DIFFERENCES,
    describe: (each) => t(`reportOutcome.${each}`),
    label: t('report.kind'),
    all: t('report.allKinds'),
  })
  const { ask, subject, isOpen, close } = useAsked<ReportDifference>()
  const query = trpc.admin.listReportDifferences.useQuery(
    {
      ...pages.input,
      ...(partnerId && { partnerId }),
      ...(outcome && { outcome }),
    },
    { placeholderData: keepPreviousData },
  )
  return (
    <Section title={t('report.differences')} text={t('report.differencesText')}>
      {filter}
      <PagedList
        query={query}
        pages={pages}
        label={t('report.differences')}
        rowHeight={120}
        empty={{ art: nothingToReview, title: t('report.none'), text: t('report.noneText') }}
      >
        {(row) => <DifferenceRow key={row.id} row={row} onSettle={() => ask(row)} />}
      </PagedList>
      {subject && <SettleDialog key={subject.id} row={subject} opened={isOpen} onClose={close} />}
    </Section>
  )
}

const OUR_STATES = ['review', 'pending', 'available', 'reversed', 'cancelled'] as const

function DifferenceRow({ row, onSettle }: { row: ReportDifference; onSettle: () => void }) {
  const t = useT()
  const { outcome, state, transactionId, row: line, memberId, note } = row
  const kind = t(`reportOutcome.${outcome}`)
  const facts = [
    row.partnerName,
    transactionId && t('report.transaction', { id: transactionId }),
    line !== null && t('report.line', { row: line }),
    row.at && formatDateTime(row.at),
  ].filter((fact) => fact)
  return (
    <li className={classes.row}>
      <div className={classes.head}>
        <strong>{kind}</strong>
        <span className={blocks.quiet}>{t(`reportState.${state}`)}</span>
      </div>
      <p className={blocks.quiet}>{facts.join(' · ')}</p>
      <Sides row={row} />
      {note && <p className={blocks.words}>{note}</p>}
      <div className={blocks.actions}>
        <Button
          variant="default"
          aria-label={t('report.settleFor', { kind, transaction: transactionId ?? '' })}
          onClick={onSettle}
        >
          {t('report.settle')}
        </Button>
        {memberId && (
          <Link to="/admin/members/$memberId" params={{ memberId }} className={blocks.link}>
            {t('report.member')}
          </Link>
        )}
        {outcome === 'only-there' && memberId && (
          <Link to="/admin/claims" className={blocks.link}>
            {t('report.claims')}
          </Link>
        )}
      </div>
    </li>
  )
}

/** What the partner says, and what we have. */
function Sides({ row }: { row: ReportDifference }) {
  const t = useT()
  const { column, problem, usd, status, ourUsd } = row
  if (problem) return <p className={classes.text}>{t('report.wrong', { column: column ?? '', problem })}</p>
  const ourState = OUR_STATES.find((each) => each === row.ourState)
  const theirs =
    usd !== null && status
      ? t('report.theirs', { amount: formatUsd(usd), status: t(`reportStatus.${status}`) })
      : t('report.nothingThere')
  const ours =
    ourUsd !== null && ourState
      ? t('report.ours', { amount: formatUsd(ourUsd), state: t(`ourState.${ourState}`) })
      : t('report.nothingHere')
  return (
    <p className={classes.text}>
      {theirs} · {ours}
    </p>
  )
}

type SettleDialogProps = { row: ReportDifference; opened: boolean; onClose: () => void }
type Values = Pick<SettleDifferenceInput, 'decision' | 'note'>

/** Staff say what they do about a difference. */
function SettleDialog({ row, opened, onClose }: SettleDialogProps) {
  const t = useT()
  const decisions =
    row.state === 'open' ? (['ask', 'explain', 'accept'] as const) : (['explain', 'accept'] as const)
  const form = useForm<Values>({
    initialValues: { decision: decisions[0], note: '' },
    validate: { note: (note) => (note.trim() ? null : t('report.noteMissing')) },
  })
  const settle = useAction(trpc.admin.settleReportDifference, {
    done: t('report.settledToast'),
    // After a refusal too: someone else settled it first, so this list is out of date.
    form,
    onOver: onClose,
    onEnd: useRefreshReceivables(),
  })
  return (
    <FormDialog
      {...{ opened, onClose }}
      title={t('report.settleTitle')}
      action={t('report.settle')}
      isPending={settle.isPending}
      form={form}
      onSend={(values) => settle.run({ id: row.id, ...values })}
    >
      <Text c="dimmed">{t('report.settleText')}</Text>
      <NativeSelect
        label={t('report.decision')}
        data={decisions.map((value) => ({ value, label: t(`reportDecision.${value}`) }))}
        data-autofocus
        {...form.getInputProps('decision')}
      />
      <Textarea
        label={t('report.note')}
        maxLength={1000}
        autosize
        minRows={2}
        {...form.getInputProps('note')}
      />
    </FormDialog>
  )
}
