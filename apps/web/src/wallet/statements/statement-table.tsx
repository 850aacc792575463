import type { Statement } from '@chuma/contract/wallet/statements'
import { formatDateTime } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { formatPoints } from '../../ui/figures/format-points.ts'
import { describeMovement } from '../ledger/describe-movement.ts'
import { PointsAmount } from '../points-amount.tsx'
import classes from './statement-table.module.css'

/** The postings as a table, with their total at the end. */
export function StatementTable({ statement }: { statement: Statement }) {
  const t = useT()
  const { lines, timeZone, closing } = statement
  const sum = (pick: (line: Statement['lines'][number]) => number) =>
    lines.reduce((total, line) => total + pick(line), 0)
  const points = (count: number) => formatPoints(t, count)
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{t('statements.column.time')}</th>
          <th scope="col">{t('statements.column.movement')}</th>
          <th scope="col">{t('statements.column.kind')}</th>
          <th scope="col" className={classes.number}>
            {t('statements.column.change')}
          </th>
          <th scope="col" className={classes.number}>
            {t('statements.column.held')}
          </th>
          <th scope="col" className={classes.number}>
            {t('statements.column.balance')}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.id}>
            <td className={classes.time}>{formatDateTime(line.createdAt, timeZone)}</td>
            <td>{describeMovement(line.description)}</td>
            <td>{t(`activityKind.${line.kind}`)}</td>
            <td className={classes.number}>
              {line.points !== 0 && <PointsAmount points={line.points} signed />}
            </td>
            <td className={classes.number}>{line.heldPoints !== 0 && points(line.heldPoints)}</td>
            <td className={classes.number}>{points(line.availableAfter)}</td>
          </tr>
        ))}
        <tr className={classes.sum}>
          <th scope="row" colSpan={3}>
            {t('statements.column.total')}
          </th>
          <td className={classes.number}>
            <PointsAmount points={sum((line) => line.points)} signed />
          </td>
          <td className={classes.number}>{points(sum((line) => line.heldPoints))}</td>
          <td className={classes.number}>{points(closing.available)}</td>
        </tr>
      </tbody>
    </table>
  )
}
