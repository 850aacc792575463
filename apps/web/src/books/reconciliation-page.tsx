import type { Difference, Reconciliation } from '@chuma/contract/books/reconciliation'
import { formatKes } from '@chuma/contract/format-money'
import { Button, Text } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { IconAlertTriangle, IconCalendarCheck, IconCheck, IconMessageCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import nothingToReview from '../art/nothing-to-review.svg'
import { formatBusinessDay, formatDateTime, formatMonth } from '../i18n/format-date.ts'
import { useT } from '../i18n/use-t.ts'
import { trpc } from '../trpc.ts'
import { useAction } from '../ui/actions/use-action.ts'
import blocks from '../ui/blocks.module.css'
import { useAsked } from '../ui/dialogs/dialog.tsx'
import { ReasonDialog, useReason } from '../ui/dialogs/reason-dialog.tsx'
import { formatPoints } from '../ui/figures/amount.tsx'
import { FigureList } from '../ui/figures/figure-list.tsx'
import { StatusBadge } from '../ui/figures/status-badge.tsx'
import { DayField } from '../ui/forms/number-input.tsx'
import { showFieldErrors } from '../ui/forms/show-field-errors.ts'
import { AdminFrame } from '../ui/frame/admin-frame.tsx'
import { actorName } from '../ui/frame/staff-member.tsx'
import { Section } from '../ui/page/section.tsx'
import { QueryList } from '../ui/states/staff-lists.tsx'
import { EmptyState } from '../ui/states/states.tsx'
import classes from './books.module.css'
import { LedgerCheck, useRefreshBooks } from './ledger-check.tsx'

/** Whether the ledger, the withdrawals and the provider's statements agree. */
export function ReconciliationPage({ day }: { day: string | undefined }) {
  const t = useT()
  return (
    <AdminFrame title={t('books.title')}>
      {() => (
        <>
          <Link to="/admin/statements" className={blocks.link}>
            {t('statementDesk.link')}
          </Link>
          <DaysSection chosen={day} />
          <DifferencesSection key={day} day={day} />
          <TaxSection />
          <LedgerCheck />
        </>
      )}
    </AdminFrame>
  )
}

/** The tax owed to the revenue authority, by month. */
function TaxSection() {
  const t = useT()
  const months = trpc.admin.listTaxMonths.useQuery()
  return (
    <Section title={t('word.taxWithheld')} text={t('books.taxMonthsText')}>
      <QueryList
        query={months}
        rowHeight={60}
        label={t('word.taxWithheld')}
        empty={<Text>{t('books.noTax')}</Text>}
      >
        {({ month, count, baseKes, taxKes }) => (
          <li key={month} className={classes.row}>
            <div className={classes.head}>
              <span>{formatMonth(month)}</span>
              <strong>{formatKes(taxKes)}</strong>
            </div>
            <p className={blocks.quiet}>{t('books.taxMonth', { count, base: formatKes(baseKes) })}</p>
          </li>
        )}
      </QueryList>
    </Section>
  )
}

/** All differences of one day, resolved ones too; without a day, all open ones. */
function DifferencesSection({ day }: { day: string | undefined }) {
  const t = useT()
  const query = trpc.admin.listDifferences.useQuery({ ...(day ? { day } : { state: 'open' }), limit: 200 })
  const { subject, isOpen, ask, close } = useAsked<Difference>()
  const title = day ? t('books.differencesOf', { day: formatBusinessDay(day) }) : t('books.openDifferences')
  return (
    <Section title={title}>
      {day && (
        <Link to="/admin/reconciliation" resetScroll={false} className={blocks.link}>
          {t('books.showOpen')}
        </Link>
      )}
      <QueryList
        query={query}
        rowHeight={140}
        skeletons={2}
        label={title}
        empty={
          <EmptyState art={nothingToReview} title={t('books.allAgree')} text={t('books.allAgreeText')} />
        }
      >
        {(row) => (
          <DifferenceRow key={row.id} difference={row} isDayShown={!day} onResolve={() => ask(row)} />
        )}
      </QueryList>
      {subject && <ResolveDialog key={subject.id} difference={subject} opened={isOpen} onClose={close} />}
    </Section>
  )
}

type ResolveDialogProps = { difference: Difference; opened: boolean; onClose: () => void }

function ResolveDialog({ difference: { id, kind }, opened, onClose }: ResolveDialogProps) {
  const t = useT()
  const form = useReason('note', t('books.noteMissing'))
  const resolve = useAction(trpc.admin.resolveDifference, {
    form,
    done: { title: t('books.resolved'), message: t('books.resolvedText') },
    // Also after a refusal: someone else resolved it first, so this list is out of date.
    onOver: onClose,
    onEnd: useRefreshBooks(),
  })
  return (
    <ReasonDialog
      {...{ form, opened, onClose }}
      title={t('books.resolveTitle')}
      text={t('books.resolveText')}
      label={t('word.note')}
      maxLength={1000}
      action={t('books.resolve')}
      isPending={resolve.isPending}
      onSend={(note) => resolve.run({ id, note })}
    >
      <Text fw={600}>{t(`difference.${kind}`)}</Text>
    </ReasonDialog>
  )
}

type DifferenceRowProps = { difference: Difference; isDayShown: boolean; onResolve: () => void }

const SUMS = ['ledger', 'tax', 'provider'] as const

function DifferenceRow({ difference, isDayShown, onResolve }: DifferenceRowProps) {
  const t = useT()
  const { kind, day, subjectKey, memberId, memberName, receipt, note, resolution, resolvedBy, resolvedAt } =
    difference
  const sum = kind === 'sum-differs' ? SUMS.find((name) => name === subjectKey) : undefined
  return (
    <li className={classes.row} data-past={resolvedAt !== null || undefined}>
      <div className={classes.head}>
        <strong>{t(`difference.${kind}`)}</strong>
        {isDayShown && <span className={blocks.quiet}>{formatBusinessDay(day)}</span>}
      </div>
      <p className={blocks.flush}>{sum ? t(`differenceSum.${sum}`) : t(`differenceText.${kind}`)}</p>
      <ExpectedAndFound difference={difference} />
      {receipt && <p className={blocks.quiet}>{t('admin.receipt', { receipt })}</p>}
      {memberId && memberName && (
        <Link to="/admin/members/$memberId" params={{ memberId }} className={blocks.link}>
          {t('books.withdrawal', { name: memberName })}
        </Link>
      )}
      {note && <p className={blocks.quiet}>{note}</p>}
      {resolvedAt && resolvedBy ? (
        <div>
          <p className={blocks.flush}>{resolution}</p>
          <p className={blocks.quiet}>
            {t('books.resolvedBy', { name: actorName(t, resolvedBy), time: formatDateTime(resolvedAt) })}
          </p>
        </div>
      ) : (
        <div>
          <Button
            variant="default"
            aria-label={t('books.resolveFor', { kind: t(`difference.${kind}`) })}
            onClick={onResolve}
          >
            {t('books.resolve')}
          </Button>
        </div>
      )}
    </li>
  )
}

function ExpectedAndFound({ difference: { unit, expected, found } }: { difference: Difference }) {
  const t = useT()
  const say = (value: number) => (unit === 'KES' ? formatKes(value) : formatPoints(t, value))
  if (expected === null && found === null) return null
  return (
    <FigureList
      figures={[
        expected !== null && [t('books.expected'), say(expected)],
        found !== null && [t('books.found'), say(found)],
      ]}
    />
  )
}

const PAGE_SIZE = 7
/** What the list asks for at first. */
export const FIRST_DAYS = { limit: PAGE_SIZE }

/** The reconciled days, newest first, with their results. */
function DaysSection({ chosen }: { chosen: string | undefined }) {
  const t = useT()
  const [limit, setLimit] = useState(PAGE_SIZE)
  const days = trpc.admin.listReconciliations.useQuery({ limit }, { placeholderData: (before) => before })
  return (
    <Section title={t('books.days')} text={t('books.daysText')}>
      <CompareForm />
      <QueryList
        query={days}
        rowHeight={110}
        skeletons={3}
        label={t('books.days')}
        empty={<EmptyState icon={<IconCalendarCheck />} title={t('books.none')} text={t('books.noneText')} />}
      >
        {(row) => <DayRow key={row.day} made={row} isChosen={row.day === chosen} />}
      </QueryList>
      {days.data?.length === limit && limit < 100 && (
        <Button
          variant="default"
          loading={days.isFetching}
          onClick={() => setLimit(Math.min(100, limit + 3 * PAGE_SIZE))}
        >
          {t('books.more')}
        </Button>
      )}
    </Section>
  )
}

/** For a day that has not been reconciled yet, including today. */
function CompareForm() {
  const t = useT()
  const form = useForm({
    initialValues: { day: '' },
    validate: { day: (day) => (day ? null : t('books.chooseDay')) },
  })
  const compare = useReconcileDay(form)
  return (
    <form className={classes.form} noValidate onSubmit={form.onSubmit((values) => compare.run(values))}>
      <DayField label={t('word.day')} {...form.getInputProps('day')} />
      <Button type="submit" variant="default" loading={compare.isPending}>
        {t('books.compare')}
      </Button>
    </form>
  )
}

function DayRow({ made, isChosen }: { made: Reconciliation; isChosen: boolean }) {
  const t = useT()
  const compare = useReconcileDay()
  const { day, madeAt, madeBy, openCount, resolvedCount, hasStatement } = made
  return (
    <li className={classes.row} data-chosen={isChosen || undefined}>
      <div className={classes.head}>
        <strong>{formatBusinessDay(day)}</strong>
        <DayBadge made={made} />
      </div>
      <DayFigures made={made} />
      {!hasStatement && <p className={blocks.quiet}>{t('books.noStatement')}</p>}
      <p className={blocks.quiet}>
        {t('books.madeAt', { time: formatDateTime(madeAt), name: actorName(t, madeBy) })}
      </p>
      <div className={blocks.actions}>
        {openCount + resolvedCount > 0 && (
          <Button
            variant="default"
            renderRoot={(props) => (
              <Link
                to="/admin/reconciliation"
                search={{ day }}
                resetScroll={false}
                aria-label={t('books.showDay', { day: formatBusinessDay(day) })}
                {...props}
              />
            )}
          >
            {t('books.show')}
          </Button>
        )}
        <Button
          variant="default"
          loading={compare.isPending}
          aria-label={`${t('books.compareAgain')}: ${formatBusinessDay(day)}`}
          onClick={() => compare.run({ day })}
        >
          {t('books.compareAgain')}
        </Button>
      </div>
    </li>
  )
}

function DayBadge({ made: { openCount, resolvedCount } }: { made: Reconciliation }) {
  const t = useT()
  const [tone, Icon, text] =
    openCount > 0
      ? (['bad', IconAlertTriangle, t('books.openCount', { count: openCount })] as const)
      : resolvedCount > 0
        ? (['quiet', IconMessageCheck, t('books.explained')] as const)
        : (['good', IconCheck, t('word.agrees')] as const)
  return (
    <StatusBadge tone={tone} Icon={Icon}>
      {text}
    </StatusBadge>
  )
}

function DayFigures({ made }: { made: Reconciliation }) {
  const t = useT()
  return (
    <FigureList
      figures={[
        [t('books.paidCount', { count: made.paidCount }), formatPoints(t, made.paidPoints)],
        [t('word.ledger'), formatPoints(t, made.postedPoints)],
        [t('word.gross'), formatKes(made.grossKes)],
        [t('word.tax'), formatKes(made.taxKes)],
        [t('books.sent'), formatKes(made.sentKes)],
        made.hasStatement && [t('books.provider'), formatKes(made.providerKes)],
      ]}
    />
  )
}

/** Reconcile a day, report the outcome and reload the lists. */
function useReconcileDay(form?: UseFormReturnType<{ day: string }>) {
  const t = useT()
  return useAction(trpc.admin.reconcileDay, {
    done: ({ openCount: open }) => ({
      kind: open > 0 ? 'error' : 'success',
      title: t('books.compared'),
      message: t('books.comparedText', { open }),
    }),
    ...(form && { onFailed: (error: unknown) => void showFieldErrors(form, error) }),
    onEnd: useRefreshBooks(),
  })
}
