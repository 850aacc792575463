import type { Statement } from '@chuma/contract/wallet/statements'
import { Text } from '@mantine/core'
import { formatDateTime } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import blocks from '../../ui/blocks.module.css'
import { formatPoints } from '../../ui/figures/format-points.ts'
import { useIsPrinting } from '../../ui/page/use-is-printing.ts'
import { describeMovement } from '../ledger/describe-movement.ts'
import { MovedPoints } from '../ledger/movement-row.tsx'
import { PointsAmount } from '../points-amount.tsx'
import classes from './statement-paper.module.css'
import { StatementTable } from './statement-table.tsx'

/** The month's postings, oldest first, with the balance after each. */
export function StatementLines({ statement }: { statement: Statement }) {
  const t = useT()
  const isPrinting = useIsPrinting()
  const { lines, timeZone } = statement
  if (lines.length === 0) return <Text c="dimmed">{t('statements.noMovements')}</Text>
  if (isPrinting) return <StatementTable statement={statement} />
  return (
    <ol className={blocks.list}>
      {lines.map((line) => (
        <li key={line.id} className={classes.line}>
          <div className={classes.what}>
            <p className={classes.strong}>{describeMovement(line.description)}</p>
            <p className={blocks.quiet}>
              {t(`activityKind.${line.kind}`)} ·{' '}
              <time dateTime={line.createdAt}>{formatDateTime(line.createdAt, timeZone)}</time>
            </p>
          </div>
          <div className={classes.numbers}>
            {line.points === 0 && <MovedPoints points={0} heldPoints={line.heldPoints} />}
            {line.points !== 0 && (
              <>
                <PointsAmount points={line.points} signed />
                {line.heldPoints !== 0 && (
                  <span className={blocks.quiet}>
                    {t(line.heldPoints > 0 ? 'statements.heldMore' : 'statements.heldLess', {
                      change: formatPoints(t, line.heldPoints, { signed: true }),
                    })}
                  </span>
                )}
              </>
            )}
            <span className={blocks.quiet}>
              {t('statements.balanceAfter', { points: formatPoints(t, line.availableAfter) })}
            </span>
          </div>
        </li>
      ))}
    </ol>
  )
}
