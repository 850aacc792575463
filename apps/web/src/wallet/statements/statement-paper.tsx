import type { Statement } from '@chuma/contract/wallet/statements'
import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatBusinessDay, formatDay, formatMonth, nameTimeZone } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import blocks from '../../ui/blocks.module.css'
import { StatCard, StatGrid } from '../../ui/figures/stat-card.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import { PointsAmount } from '../points-amount.tsx'
import { StatementLines } from './statement-lines.tsx'
import classes from './statement-paper.module.css'
import { StatementTotals } from './statement-totals.tsx'
import { StatementWithdrawals } from './statement-withdrawals.tsx'

/** The statement: everything that is printed. */
export function StatementPaper({ statement }: { statement: Statement }) {
  const t = useT()
  return (
    <Panel aria-labelledby="statement" className={classes.paper}>
      <Title order={2} id="statement">
        {t('statements.heading', { month: formatMonth(statement.month) })}
      </Title>
      <WhoAndWhen statement={statement} />
      <Balances statement={statement} />
      <Part title={t('statements.movements')}>
        <StatementLines statement={statement} />
      </Part>
      {statement.totals.length > 0 && (
        <Part title={t('statements.totals')}>
          <StatementTotals totals={statement.totals} />
        </Part>
      )}
      <Part title={t('statements.withdrawals')}>
        <StatementWithdrawals statement={statement} />
      </Part>
    </Panel>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.part}>
      <Title order={3}>{title}</Title>
      {children}
    </section>
  )
}

function WhoAndWhen({ statement }: { statement: Statement }) {
  const t = useT()
  const { memberName, memberSince, firstDay, lastDay, isComplete, timeZone } = statement
  const period = { from: formatBusinessDay(firstDay), to: formatBusinessDay(lastDay) }
  return (
    <div>
      <dl className={classes.facts}>
        <dt>{t('statements.name')}</dt>
        <dd>{memberName}</dd>
        <dt>{t('statements.since')}</dt>
        <dd>{formatDay(memberSince)}</dd>
        <dt>{t('statements.period')}</dt>
        <dd>{t('statements.periodText', period)}</dd>
      </dl>
      <p className={blocks.quiet}>
        {t('statements.times', { timeZone: nameTimeZone(timeZone) })} {!isComplete && t('statements.running')}
      </p>
    </div>
  )
}

function Balances({ statement: { opening, closing, isComplete } }: { statement: Statement }) {
  const t = useT()
  return (
    <StatGrid label={t('statements.balances')}>
      <StatCard label={t('statements.opening')}>
        <PointsAmount points={opening.available} />
      </StatCard>
      <StatCard label={t(isComplete ? 'statements.closing' : 'statements.closingSoFar')}>
        <PointsAmount points={closing.available} />
      </StatCard>
      <StatCard label={t('statements.heldOpening')}>
        <PointsAmount points={opening.held} />
      </StatCard>
      <StatCard label={t('statements.heldClosing')}>
        <PointsAmount points={closing.held} />
      </StatCard>
    </StatGrid>
  )
}
