import type { Statement } from '@chuma/contract/wallet/statements'
import { useT } from '../../i18n/use-t.ts'
import blocks from '../../ui/blocks.module.css'
import { formatPoints } from '../../ui/figures/format-points.ts'
import { PointsAmount } from '../points-amount.tsx'
import classes from './statement-paper.module.css'

/** The month's total for each kind of posting. */
export function StatementTotals({ totals }: Pick<Statement, 'totals'>) {
  const t = useT()
  return (
    <ul className={blocks.list}>
      {totals.map(({ kind, count, points, heldPoints }) => (
        <li key={kind} className={classes.line}>
          <div className={classes.what}>
            <p className={classes.strong}>{t(`activityKind.${kind}`)}</p>
            <p className={blocks.quiet}>{t('statements.totalCount', { count })}</p>
          </div>
          <div className={classes.numbers}>
            {(points !== 0 || heldPoints === 0) && <PointsAmount points={points} signed />}
            {heldPoints !== 0 && (
              <span className={blocks.quiet}>
                {t(heldPoints > 0 ? 'statements.heldMore' : 'statements.heldLess', {
                  change: formatPoints(t, heldPoints, { signed: true }),
                })}
              </span>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}
