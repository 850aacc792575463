import type { Reconciliation } from '@chuma/contract/books/reconciliation'
import { formatKes } from '@chuma/contract/format-money'
import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconAlertTriangle, IconCalendarCheck, IconCheck, IconMessageCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { actorName } from '../admin/actor-name.ts'
import sheet from '../admin/figures.module.css'
import { useShowFailure } from '../admin/use-show-failure.ts'
import { loadForStaff } from '../app/load.ts'
import type { Loading } from '../app/router-context.ts'
import { formatBusinessDay, formatDateTime } from '../i18n/format-date.ts'
import { useT } from '../i18n/use-t.ts'
import { trpc } from '../trpc.ts'
import blocks from '../ui/blocks.module.css'
import { showToast } from '../ui/dialogs/show-toast.ts'
import { formatPoints } from '../ui/figures/format-points.ts'
import { StatusBadge } from '../ui/figures/status-badge.tsx'
import { DayField } from '../ui/forms/day-field.tsx'
import { showFieldErrors } from '../ui/forms/show-field-errors.ts'
import { Section } from '../ui/page/section.tsx'
import { EmptyState } from '../ui/states/empty-state.tsx'
import { QueryView } from '../ui/states/query-view.tsx'
import { Skeletons } from '../ui/states/skeletons.tsx'
import classes from './reconciliation.module.css'
import { useRefreshBooks } from './use-refresh-books.ts'

export function loadReconciliation(loading: Loading): void {
  loadForStaff(loading, 'ledger:verify', ({ admin }) => [
    admin.listReconciliations.prefetch(FIRST_DAYS),
    admin.listTaxMonths.prefetch(),
  ])
}

const PAGE_SIZE = 7
/** What the list asks for at first. */
const FIRST_DAYS = { limit: PAGE_SIZE }

/** The reconciled days, newest first, with their results. */
export function DaysSection({ chosen }: { chosen: string | undefined }) {
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
