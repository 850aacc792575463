import { formatKes } from '@chuma/contract/format-money'
import type { Statement } from '@chuma/contract/wallet/statements'
import { Button, NativeSelect, Text, Title } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import {
  formatBusinessDay,
  formatDateTime,
  formatDay,
  formatMonth,
  nameTimeZone,
} from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { DownloadButton } from '../../ui/actions/download-button.tsx'
import blocks from '../../ui/blocks.module.css'
import { Amount, formatPoints } from '../../ui/figures/amount.tsx'
import { StatCard, StatGrid } from '../../ui/figures/stat-card.tsx'
import { BackLink } from '../../ui/page/back-link.tsx'
import { Page, Panel, useIsPrinting } from '../../ui/page/page.tsx'
import { QueryView, Skeletons } from '../../ui/states/states.tsx'
import { describeMovement, MovedPoints, PointsAmount, WithdrawalBadge } from '../movements.tsx'
import { listMonths } from '../search.ts'
import classes from './statements-page.module.css'

/** A member's monthly statement, on screen and on paper. */
export function StatementsPage({ month }: { month: string | undefined }) {
  const t = useT()
  // Refetch, because postings may have been added since.
  const query = trpc.wallet.getStatement.useQuery(month ? { month } : {}, { staleTime: 0 })
  return (
    <div className={classes.printed}>
      <Page
        title={t('statements.title')}
        lead={t('statements.lead')}
        aside={<BackLink to="/activity">{t('statements.back')}</BackLink>}
      >
        <QueryView query={query} skeleton={<Skeletons count={3} height={160} />}>
          {(statement) => (
            <>
              <StatementTools statement={statement} />
              <StatementPaper statement={statement} />
            </>
          )}
        </QueryView>
      </Page>
    </div>
  )
}

type Props = { statement: Pick<Statement, 'month' | 'firstMonth' | 'currentMonth'> }

function StatementTools({ statement: { month, firstMonth, currentMonth } }: Props) {
  const t = useT()
  const navigate = useNavigate()
  return (
    <div className={classes.tools}>
      <NativeSelect
        className={classes.month ?? ''}
        label={t('word.month')}
        data={listMonths(firstMonth, currentMonth).map((value) => ({ value, label: formatMonth(value) }))}
        value={month}
        onChange={(event) =>
          void navigate({
            to: '/statements',
            search: { month: event.currentTarget.value },
            resetScroll: false,
          })
        }
      />
      <div className={classes.actions}>
        <DownloadButton from={`/api/statements/${month}.csv`} fileName={t('statements.fileName', { month })}>
          {t('word.downloadAsCsv')}
        </DownloadButton>
        <Button
          variant="default"
          leftSection={<IconPrinter aria-hidden size={20} />}
          onClick={() => window.print()}
        >
          {t('word.print')}
        </Button>
      </div>
    </div>
  )
}

/** The statement: everything that is printed. */
function StatementPaper({ statement }: { statement: Statement }) {
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
      <Part title={t('word.withdrawals')}>
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
        <dt>{t('word.period')}</dt>
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
      <StatCard label={t('word.openingBalance')}>
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

/** The month's total for each kind of posting. */
function StatementTotals({ totals }: Pick<Statement, 'totals'>) {
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
            <HeldChange points={heldPoints} />
          </div>
        </li>
      ))}
    </ul>
  )
}

function HeldChange({ points }: { points: number }) {
  const t = useT()
  if (points === 0) return null
  return (
    <span className={blocks.quiet}>
      {t(points > 0 ? 'statements.heldMore' : 'statements.heldLess', {
        change: formatPoints(t, points, { signed: true }),
      })}
    </span>
  )
}

/** The month's postings, oldest first, with the balance after each. */
function StatementLines({ statement }: { statement: Statement }) {
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
                <HeldChange points={line.heldPoints} />
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

/** The postings as a table, with their total at the end. */
function StatementTable({ statement }: { statement: Statement }) {
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
          <th scope="col">{t('word.kind')}</th>
          <th scope="col" className={classes.number}>
            {t('word.points')}
          </th>
          <th scope="col" className={classes.number}>
            {t('statements.column.held')}
          </th>
          <th scope="col" className={classes.number}>
            {t('word.balance')}
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
        <tr className={classes.total}>
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

/** The withdrawals requested or paid in the month, with the tax withheld. */
function StatementWithdrawals({ statement }: { statement: Statement }) {
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
            <dt>{t('word.gross')}</dt>
            <dd>{formatKes(paid.grossKes)}</dd>
            <dt>{t('word.taxWithheld')}</dt>
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
        <dt>{t('word.gross')}</dt>
        <dd>
          <Amount points={points} kes={grossKes} />
        </dd>
        {taxKes > 0 && (
          <>
            <dt>{t('history.tax', { percent: taxPercent })}</dt>
            <dd>{formatKes(taxKes)}</dd>
            <dt>{t('statements.net')}</dt>
            <dd>{formatKes(netKes)}</dd>
          </>
        )}
        {receipt && (
          <>
            <dt>{t('word.receipt')}</dt>
            <dd>{receipt}</dd>
          </>
        )}
      </dl>
    </li>
  )
}
