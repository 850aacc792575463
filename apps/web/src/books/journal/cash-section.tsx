import { formatKesCents } from '@chuma/contract/format-money'
import { FigureTable } from '../../admin/analytics/figure-table.tsx'
import { formatBusinessDay } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { Section } from '../../ui/page/section.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { useAccountName } from './use-journal-words.ts'

const count = new Intl.NumberFormat('en-KE')

/** Money at hand, against what can be paid on each day. */
export function CashSection() {
  const t = useT()
  const nameOf = useAccountName()
  const query = trpc.admin.getCashForecast.useQuery()
  return (
    <Section title={t('journal.tab.cash')} text={t('journal.cashText')}>
      <QueryView query={query} skeleton={<Skeletons count={1} height={240} />}>
        {({ accounts, days, expectedMinor }) => (
          <>
            <FigureTable
              label={t('journal.atHand')}
              rowsAre={t('journal.account')}
              columns={[{ key: 'minor', label: t('journal.atHand'), format: formatKesCents }]}
              rows={[
                ...accounts.map((row) => ({ name: nameOf(row), values: { minor: row.minor } })),
                { name: t('journal.expected'), values: { minor: expectedMinor } },
              ]}
            />
            {days.length > 0 && (
              <FigureTable
                label={t('journal.due')}
                rowsAre={t('journal.dueDay')}
                columns={[
                  { key: 'count', label: t('journal.withdrawals'), format: count.format },
                  { key: 'payout', label: t('journal.toPay'), format: formatKesCents },
                  { key: 'left', label: t('journal.leftThen'), format: formatKesCents },
                ]}
                rows={days.map(({ day, count, payoutMinor, leftMinor }) => ({
                  name: formatBusinessDay(day),
                  values: { count, payout: payoutMinor, left: leftMinor },
                }))}
              />
            )}
          </>
        )}
      </QueryView>
    </Section>
  )
}
