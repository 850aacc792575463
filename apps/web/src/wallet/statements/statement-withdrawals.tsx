import { formatKes } from '@chuma/contract/format-money'
import type { Statement } from '@chuma/contract/wallet/statements'
import { Text } from '@mantine/core'
import { formatDateTime } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import blocks from '../../ui/blocks.module.css'
import { Amount } from '../../ui/figures/amount.tsx'
import { WithdrawalBadge } from '../withdrawals/withdrawal-badge.tsx'
import classes from './statement-paper.module.css'

/** The withdrawals requested or paid in the month, with the tax withheld. */
export function StatementWithdrawals({ statement }: { statement: Statement }) {
  const t = useT()
  const { withdrawals, paid, timeZone } = statement
  if (withdrawals.length === 0) return <Text c="dimmed">{t('statements.noWithdrawals')}</Text>
  return (
    <>
      <ul className={blocks.list}>
        {withdrawals.map((withdrawal) => (
          <WithdrawalItem key={withdrawal.id} withdrawal={withdrawal} timeZone={timeZone} />
        ))}
      </ul>
      {paid.count > 0 && (
        <div className={classes.sum}>
          <p className={classes.strong}>{t('statements.paidInMonth')}</p>
          <dl className={classes.facts}>
            <dt>{t('statements.gross')}</dt>
            <dd>{formatKes(paid.grossKes)}</dd>
            <dt>{t('statements.tax')}</dt>
            <dd>{formatKes(paid.taxKes)}</dd>
            <dt>{t('statements.net')}</dt>
            <dd>{formatKes(paid.netKes)}</dd>
          </dl>
        </div>
      )}
    </>
  )
}

type ItemProps = { withdrawal: Statement['withdrawals'][number]; timeZone: string }

function WithdrawalItem({ withdrawal, timeZone }: ItemProps) {
  const t = useT()
  const { status, points, grossKes, taxPercent, taxKes, netKes, receipt, requestedAt, paidAt } = withdrawal
  return (
    <li className={classes.line}>
      <div className={classes.what}>
        <WithdrawalBadge status={status} />
        <p className={blocks.quiet}>
          {t('statements.requested', { time: formatDateTime(requestedAt, timeZone) })}
        </p>
        {paidAt && (
          <p className={blocks.quiet}>{t('statements.paidAt', { time: formatDateTime(paidAt, timeZone) })}</p>
        )}
      </div>
      <dl className={classes.facts}>
        <dt>{t('statements.gross')}</dt>
        <dd>
          <Amount points={points} kes={grossKes} />
        </dd>
        {taxKes > 0 && (
          <>
            <dt>{t('statements.taxOf', { percent: taxPercent })}</dt>
            <dd>{formatKes(taxKes)}</dd>
            <dt>{t('statements.net')}</dt>
            <dd>{formatKes(netKes)}</dd>
          </>
        )}
        {receipt && (
          <>
            <dt>{t('statements.receipt')}</dt>
            <dd>{receipt}</dd>
          </>
        )}
      </dl>
    </li>
  )
}
