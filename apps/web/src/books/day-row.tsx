import type { Reconciliation } from '@chuma/contract/books/reconciliation'
import { formatKes } from '@chuma/contract/format-money'
import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconMessageCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { actorName } from '../admin/actor-name.ts'
import sheet from '../admin/figures.module.css'
import { formatBusinessDay, formatDateTime } from '../i18n/format-date.ts'
import { useT } from '../i18n/use-t.ts'
import blocks from '../ui/blocks.module.css'
import { formatPoints } from '../ui/figures/format-points.ts'
import { StatusBadge } from '../ui/figures/status-badge.tsx'
import classes from './reconciliation.module.css'
import { useReconcileDay } from './use-reconcile-day.ts'

type Props = { made: Reconciliation; isChosen: boolean }

export function DayRow({ made, isChosen }: Props) {
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
