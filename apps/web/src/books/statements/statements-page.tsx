import type { StatementMonth, StatementRow } from '@chuma/contract/books/statements'
import { formatKesCents } from '@chuma/contract/format-money'
import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCalendarStats, IconCheck, IconMinus, IconNotebook } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { formatDateTime, formatMonth } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { useAction } from '../../ui/actions/use-action.ts'
import blocks from '../../ui/blocks.module.css'
import { useAsked } from '../../ui/dialogs/dialog.tsx'
import { ReasonDialog, useReason } from '../../ui/dialogs/reason-dialog.tsx'
import { FigureList } from '../../ui/figures/figure-list.tsx'
import { StatusBadge } from '../../ui/figures/status-badge.tsx'
import { AdminFrame } from '../../ui/frame/admin-frame.tsx'
import { actorName } from '../../ui/frame/staff-member.tsx'
import { Section } from '../../ui/page/section.tsx'
import classes from '../../ui/states/list.module.css'
import { PagedList, QueryList, usePages } from '../../ui/states/staff-lists.tsx'
import { EmptyState } from '../../ui/states/states.tsx'
import monthsSectionClasses from '../books.module.css'
import { amountOf, DeskSection, nameAccount, RowFacts, useRefreshStatements } from './desk-section.tsx'
import { ImportSection } from './import-section.tsx'

/** Statements of M-Pesa and of banks: import, what no rule matched, and what a month adds up to. */
export function StatementsPage() {
  const t = useT()
  return (
    <AdminFrame title={t('statementDesk.title')}>
      {() => (
        <>
          <ImportSection />
          <DeskSection />
          <ByHandSection />
          <MonthsSection />
        </>
      )}
    </AdminFrame>
  )
}

const PAGE_SIZE = 10

/** What staff booked, newest first, to look up and undo. */
function ByHandSection() {
  const t = useT()
  const pages = usePages(PAGE_SIZE)
  const query = trpc.admin.listStatementRows.useQuery(
    { ...pages.input, state: 'by-hand' },
    { placeholderData: keepPreviousData },
  )
  const { subject, isOpen, ask, close } = useAsked<StatementRow>()
  return (
    <Section title={t('statementDesk.byHand')} text={t('statementDesk.byHandText')}>
      <PagedList
        query={query}
        pages={pages}
        label={t('statementDesk.byHand')}
        rowHeight={120}
        skeletons={1}
        empty={{
          icon: <IconNotebook />,
          title: t('statementDesk.byHandNone'),
          text: t('statementDesk.byHandNoneText'),
        }}
      >
        {(row) => <BookedRow key={row.id} row={row} onUndo={() => ask(row)} />}
      </PagedList>
      {subject && <UndoDialog key={subject.id} row={subject} opened={isOpen} onClose={close} />}
    </Section>
  )
}

function BookedRow({ row, onUndo }: { row: StatementRow; onUndo: () => void }) {
  const t = useT()
  const { bookedBy, bookedAt, note } = row
  const kind = t(`statementKind.${row.kind ?? 'other'}`)
  return (
    <li className={classes.row}>
      <RowFacts row={row} title={kind} />
      {note && <p className={classes.text}>{note}</p>}
      {bookedBy && bookedAt && (
        <p className={blocks.quiet}>
          {t('statementDesk.bookedBy', { name: actorName(t, bookedBy), time: formatDateTime(bookedAt) })}
        </p>
      )}
      <div>
        <Button
          variant="default"
          aria-label={t('statementDesk.undoFor', { kind, amount: amountOf(row) })}
          onClick={onUndo}
        >
          {t('statementDesk.undo')}
        </Button>
      </div>
    </li>
  )
}

function UndoDialog({ row, opened, onClose }: { row: StatementRow; opened: boolean; onClose: () => void }) {
  const t = useT()
  const form = useReason('note', t('staff.required'))
  const undo = useAction(trpc.admin.undoStatementBooking, {
    form,
    done: { title: t('statementDesk.undone'), message: t('statementDesk.undoneText') },
    // Also after a refusal: someone else undid it, or its day was reconciled.
    onOver: onClose,
    onEnd: useRefreshStatements(),
  })
  return (
    <ReasonDialog
      {...{ form, opened, onClose }}
      title={t('statementDesk.undoTitle')}
      text={t('statementDesk.undoText')}
      label={t('statementDesk.undoNote')}
      maxLength={1000}
      action={t('statementDesk.undo')}
      isPending={undo.isPending}
      onSend={(note) => undo.run({ id: row.id, note })}
    />
  )
}

/** What each month of an account adds up to, and whether that is what the statement says. */
function MonthsSection() {
  const t = useT()
  const months = trpc.admin.listStatementMonths.useQuery()
  return (
    <Section title={t('word.months')} text={t('statementMonth.text')}>
      <QueryList
        query={months}
        rowHeight={160}
        label={t('word.months')}
        empty={
          <EmptyState
            icon={<IconCalendarStats />}
            title={t('statementMonth.none')}
            text={t('statementMonth.noneText')}
          />
        }
      >
        {(row) => <MonthRow key={`${row.account} ${row.month}`} month={row} />}
      </QueryList>
    </Section>
  )
}

function MonthRow({ month }: { month: StatementMonth }) {
  const t = useT()
  const { account, waitingCount, waitingCents, openingCents, expectedCents, closingCents } = month
  const figures = [
    [t('word.payouts'), month.payoutCents],
    [t('statementMonth.charges'), month.chargeCents],
    [t('statementMonth.collections'), month.collectionCents],
    [t('statementMonth.topUps'), month.topUpCents],
    [t('statementMonth.transfers'), month.transferCents],
    [t('statementMonth.other'), month.otherCents],
    [t('statementMonth.waiting', { count: waitingCount }), waitingCount > 0 ? waitingCents : null],
    [t('word.openingBalance'), openingCents],
    [t('statementMonth.expected'), expectedCents],
    [t('statementMonth.closing'), closingCents],
  ] as const
  return (
    <li className={monthsSectionClasses.row}>
      <div className={monthsSectionClasses.head}>
        <strong>
          {formatMonth(month.month)} · {nameAccount(t, account)}
        </strong>
        <MonthBadge month={month} />
      </div>
      <FigureList
        isWide
        figures={figures.map(([name, cents]) => cents !== null && [name, formatKesCents(cents)])}
      />
    </li>
  )
}

function MonthBadge({ month: { expectedCents, closingCents } }: { month: StatementMonth }) {
  const t = useT()
  const difference = expectedCents === null || closingCents === null ? null : closingCents - expectedCents
  const [tone, Icon, text] =
    difference === null
      ? (['quiet', IconMinus, t('statementMonth.noBalances')] as const)
      : difference === 0
        ? (['good', IconCheck, t('word.agrees')] as const)
        : ([
            'bad',
            IconAlertTriangle,
            t('statementMonth.differs', { amount: formatKesCents(difference) }),
          ] as const)
  return (
    <StatusBadge tone={tone} Icon={Icon}>
      {text}
    </StatusBadge>
  )
}
