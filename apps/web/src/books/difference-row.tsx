import type { Difference } from '@chuma/contract/books/reconciliation'
import { formatKes } from '@chuma/contract/format-money'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { actorName } from '../admin/actor-name.ts'
import sheet from '../admin/figures.module.css'
import { formatBusinessDay, formatDateTime } from '../i18n/format-date.ts'
import { useT } from '../i18n/use-t.ts'
import blocks from '../ui/blocks.module.css'
import { formatPoints } from '../ui/figures/format-points.ts'
import classes from './reconciliation.module.css'

type Props = { difference: Difference; isDayShown: boolean; onResolve: () => void }

const SUMS = ['ledger', 'tax', 'provider'] as const

export function DifferenceRow({ difference, isDayShown, onResolve }: Props) {
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
