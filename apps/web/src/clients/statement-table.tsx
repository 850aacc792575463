import type { ClientStatement } from '@chuma/contract/clients/client-quotes'
import { formatKesCents } from '@chuma/contract/format-money'
import { formatBusinessDay } from '../i18n/format-date.ts'
import { useT } from '../i18n/use-t.ts'
import blocks from '../ui/blocks.module.css'
import { StatCard, StatGrid } from '../ui/figures/stat-card.tsx'
import { Section } from '../ui/page/section.tsx'
import list from '../ui/states/list.module.css'

/** A client's statement: what was prepaid, used and returned, and what is left. */
export function StatementTable({ statement }: { statement: ClientStatement }) {
  const t = useT()
  const figures = [
    [t('clients.available'), statement.availableCents],
    [t('clients.reserved'), statement.reservedCents],
    [t('clients.closing'), statement.closingCents],
  ] as const
  const sums = [
    [t('clients.opening'), statement.openingCents],
    [t('clients.received'), statement.receivedCents],
    [t('clients.consumed'), 0 - statement.consumedCents],
    [t('clients.returned'), 0 - statement.returnedCents],
    [t('clients.closing'), statement.closingCents],
  ] as const
  const period = { from: formatBusinessDay(statement.from), to: formatBusinessDay(statement.to) }
  return (
    <>
      <StatGrid label={t('word.budget')} isStacked>
        {figures.map(([label, cents]) => (
          <StatCard key={label} label={label}>
            {formatKesCents(cents)}
          </StatCard>
        ))}
      </StatGrid>
      <Section title={t('clients.statement')} text={t('clients.period', period)}>
        <ul className={blocks.list} aria-label={t('clients.statement')}>
          {sums.map(([label, cents]) => (
            <li key={label} className={list.head}>
              <span>{label}</span>
              <strong>{formatKesCents(cents)}</strong>
            </li>
          ))}
        </ul>
      </Section>
      <Section title={t('clients.moves')}>
        {statement.lines.length === 0 ? (
          <p className={blocks.quiet}>{t('clients.noMoves')}</p>
        ) : (
          <ul className={blocks.list} aria-label={t('clients.moves')}>
            {statement.lines.map((line) => (
              <li key={`${line.day} ${line.kind} ${line.text}`} className={list.row}>
                <div className={list.head}>
                  <span>{line.text}</span>
                  <strong>{formatKesCents(line.cents)}</strong>
                </div>
                <p className={blocks.quiet}>
                  {[
                    formatBusinessDay(line.day),
                    t(`clients.kind.${line.kind}`),
                    line.completes !== null && t('clients.completes', { count: line.completes }),
                  ]
                    .filter((fact) => fact)
                    .join(' · ')}
                </p>
              </li>
            ))}
          </ul>
        )}
      </Section>
    </>
  )
}
