import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { FigureTable } from '../../admin/analytics/figure-table.tsx'
import { formatBusinessDay } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import blocks from '../../ui/blocks.module.css'
import { DayField } from '../../ui/forms/day-field.tsx'
import { Section } from '../../ui/page/section.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { formatSide, formatUsdSide, useAccountName } from './use-journal-words.ts'

/** What each account holds at the end of a day. */
export function TrialBalanceSection() {
  const t = useT()
  const nameOf = useAccountName()
  const [day, setDay] = useState('')
  const query = trpc.admin.getTrialBalance.useQuery(day ? { day } : {}, { placeholderData: keepPreviousData })
  return (
    <Section title={t('journal.tab.balance')} text={t('journal.balanceText')}>
      <DayField
        label={t('journal.endOf')}
        value={day || (query.data?.day ?? '')}
        onChange={({ currentTarget }) => setDay(currentTarget.value)}
      />
      <QueryView query={query} skeleton={<Skeletons count={1} height={320} />}>
        {({ rows, bookedTo }) => (
          <>
            <p className={blocks.quiet}>
              {bookedTo ? t('journal.bookedTo', { day: formatBusinessDay(bookedTo) }) : t('journal.notOpen')}
            </p>
            {(['KES', 'USD'] as const).map((currency) => {
              const own = rows.filter((row) => row.currency === currency)
              const sum = (side: 'debitMinor' | 'creditMinor') =>
                own.reduce((total, row) => total + row[side], 0)
              const format = currency === 'KES' ? formatSide : formatUsdSide
              return (
                own.length > 0 && (
                  <FigureTable
                    key={currency}
                    label={t('journal.balanceIn', { currency })}
                    rowsAre={t('journal.accountIn', { currency })}
                    columns={[
                      { key: 'debit', label: t('journal.debit'), format },
                      { key: 'credit', label: t('journal.credit'), format },
                    ]}
                    rows={[
                      ...own.map((row) => ({
                        name: nameOf(row),
                        values: { debit: row.debitMinor, credit: row.creditMinor },
                      })),
                      {
                        name: t('journal.sum'),
                        values: { debit: sum('debitMinor'), credit: sum('creditMinor') },
                      },
                    ]}
                  />
                )
              )
            })}
          </>
        )}
      </QueryView>
    </Section>
  )
}
