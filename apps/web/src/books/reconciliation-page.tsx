import type { Difference, Reconciliation } from '@chuma/contract/books/reconciliation'
import { formatKes } from '@chuma/contract/format-money'
import { Button, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconAlertTriangle, IconCalendarCheck, IconCheck, IconMessageCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { actorName, ReasonDialog, useShowFailure } from '../admin/actions.tsx'
import sheet from '../admin/figures.module.css'
import { AdminFrame } from '../admin/frame/admin-frame.tsx'
import nothingToReview from '../art/nothing-to-review.svg'
import { formatBusinessDay, formatDateTime, formatMonth } from '../i18n/format-date.ts'
import { useT } from '../i18n/use-t.ts'
import { trpc } from '../trpc.ts'
import blocks from '../ui/blocks.module.css'
import { showToast } from '../ui/dialogs/show-toast.ts'
import { useAsked } from '../ui/dialogs/use-asked.ts'
import { formatPoints } from '../ui/figures/amount.tsx'
import { StatusBadge } from '../ui/figures/status-badge.tsx'
import { DayField } from '../ui/forms/number-input.tsx'
import { showFieldErrors } from '../ui/forms/show-field-errors.ts'
import { Section } from '../ui/page/section.tsx'
import { EmptyState } from '../ui/states/empty-state.tsx'
import { QueryView, Skeletons } from '../ui/states/states.tsx'
import { LedgerCheck, useRefreshBooks } from './ledger-check.tsx'
import classes from './reconciliation.module.css'

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
    <Section title={t('books.taxMonths')} text={t('books.taxMonthsText')}>
      <QueryView query={months} skeleton={<Skeletons count={1} height={60} />}>
        {(rows) =>
          rows.length > 0 ? (
            <ul className={blocks.list} aria-label={t('books.taxMonths')}>
              {rows.map(({ month, count, baseKes, taxKes }) => (
                <li key={month} className={classes.row}>
                  <div className={classes.head}>
                    <span>{formatMonth(month)}</span>
                    <strong>{formatKes(taxKes)}</strong>
                  </div>
                  <p className={blocks.quiet}>{t('books.taxMonth', { count, base: formatKes(baseKes) })}</p>
                </li>
              ))}
            </ul>
          ) : (
            <Text>{t('books.noTax')}</Text>
          )
        }
      </QueryView>
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
      <QueryView query={query} skeleton={<Skeletons count={2} height={140} />}>
        {(rows) =>
          rows.length > 0 ? (
            <ul className={blocks.list} aria-label={title}>
              {rows.map((row) => (
                <DifferenceRow key={row.id} difference={row} isDayShown={!day} onResolve={() => ask(row)} />
              ))}
            </ul>
          ) : (
            <EmptyState art={nothingToReview} title={t('books.allAgree')} text={t('books.allAgreeText')} />
          )
        }
      </QueryView>
      {subject && <ResolveDialog key={subject.id} difference={subject} opened={isOpen} onClose={close} />}
    </Section>
  )
}

type ResolveDialogProps = { difference: Difference; opened: boolean; onClose: () => void }

function ResolveDialog({ difference: { id, kind }, opened, onClose }: ResolveDialogProps) {
  const t = useT()
  const refresh = useRefreshBooks()
  const resolve = trpc.admin.resolveDifference.useMutation({
    onSuccess: () =>
      showToast({ kind: 'success', title: t('books.resolved'), message: t('books.resolvedText') }),
    onError: useShowFailure(),
    // Also after a refusal: someone else resolved it first, so this list is out of date.
    onSettled: () => {
      onClose()
      return refresh()
    },
  })
  return (
    <ReasonDialog
      {...{ opened, onClose }}
      title={t('books.resolveTitle')}
      text={t('books.resolveText')}
      label={t('books.note')}
      missing={t('books.noteMissing')}
      maxLength={1000}
      action={t('books.resolve')}
      isPending={resolve.isPending}
      onSend={(note) => resolve.mutate({ id, note })}
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
      {receipt && <p className={blocks.quiet}>{t('books.receipt', { receipt })}</p>}
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
    <dl className={sheet.figures}>
      {expected !== null && (
        <div>
          <dt>{t('books.expected')}</dt>
          <dd>{say(expected)}</dd>
        </div>
      )}
      {found !== null && (
        <div>
          <dt>{t('books.found')}</dt>
          <dd>{say(found)}</dd>
        </div>
      )}
    </dl>
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
      <QueryView query={days} skeleton={<Skeletons count={3} height={110} />}>
        {(rows) =>
          rows.length > 0 ? (
            <ul className={blocks.list} aria-label={t('books.days')}>
              {rows.map((row) => (
                <DayRow key={row.day} made={row} isChosen={row.day === chosen} />
              ))}
            </ul>
          ) : (
            <EmptyState icon={<IconCalendarCheck />} title={t('books.none')} text={t('books.noneText')} />
          )
        }
      </QueryView>
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
  const compare = useReconcileDay()
  const form = useForm({
    initialValues: { day: '' },
    validate: { day: (day) => (day ? null : t('books.chooseDay')) },
  })
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={form.onSubmit((values) =>
        compare.mutate(values, { onError: (error) => void showFieldErrors(form, error) }),
      )}
    >
      <DayField label={t('books.day')} {...form.getInputProps('day')} />
      <Button type="submit" variant="default" loading={compare.isPending}>
        {t('books.compare')}
      </Button>
    </form>
  )
}

type Props = { made: Reconciliation; isChosen: boolean }

function DayRow({ made, isChosen }: Props) {
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
          onClick={() => compare.mutate({ day })}
        >
          {t('books.compareAgain')}
        </Button>
      </div>
    </li>
  )
}

function DayBadge({ made: { openCount, resolvedCount } }: { made: Reconciliation }) {
  const t = useT()
  if (openCount > 0) {
    return (
      <StatusBadge tone="bad" icon={<IconAlertTriangle size={16} />}>
        {t('books.openCount', { count: openCount })}
      </StatusBadge>
    )
  }
  if (resolvedCount > 0) {
    return (
      <StatusBadge tone="quiet" icon={<IconMessageCheck size={16} />}>
        {t('books.explained')}
      </StatusBadge>
    )
  }
  return (
    <StatusBadge tone="good" icon={<IconCheck size={16} />}>
      {t('books.agrees')}
    </StatusBadge>
  )
}

function DayFigures({ made }: { made: Reconciliation }) {
  const t = useT()
  return (
    <dl className={sheet.figures}>
      <div>
        <dt>{t('books.paidCount', { count: made.paidCount })}</dt>
        <dd>{formatPoints(t, made.paidPoints)}</dd>
      </div>
      <div>
        <dt>{t('books.ledger')}</dt>
        <dd>{formatPoints(t, made.postedPoints)}</dd>
      </div>
      <div>
        <dt>{t('books.gross')}</dt>
        <dd>{formatKes(made.grossKes)}</dd>
      </div>
      <div>
        <dt>{t('books.tax')}</dt>
        <dd>{formatKes(made.taxKes)}</dd>
      </div>
      <div>
        <dt>{t('books.sent')}</dt>
        <dd>{formatKes(made.sentKes)}</dd>
      </div>
      {made.hasStatement && (
        <div>
          <dt>{t('books.provider')}</dt>
          <dd>{formatKes(made.providerKes)}</dd>
        </div>
      )}
    </dl>
  )
}

/** Reconcile a day, report the outcome and reload the lists. */
function useReconcileDay() {
  const t = useT()
  const refresh = useRefreshBooks()
  return trpc.admin.reconcileDay.useMutation({
    onSuccess: ({ openCount: open }) =>
      showToast({
        kind: open > 0 ? 'error' : 'success',
        title: t('books.compared'),
        message: t('books.comparedText', { open }),
      }),
    onError: useShowFailure(),
    onSettled: refresh,
  })
}
