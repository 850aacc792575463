import '@mantine/core/styles/ColorSwatch.layer.css'
import '@mantine/charts/styles.layer.css'
import type { ProfitAndLoss } from '@chuma/contract/books/journal-reports'
import { formatKesCents } from '@chuma/contract/format-money'
import { BarChart } from '@mantine/charts'
import { Box } from '@mantine/core'
import { IconScale } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { formatMonth } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { FigureTable, PeriodPicker, readToday, toPeriod } from '../../ui/figures/figure-panel.tsx'
import { CsvDownload } from '../../ui/forms/csv-files.tsx'
import { Section } from '../../ui/page/section.tsx'
import { EmptyState, QueryView, Skeletons } from '../../ui/states/states.tsx'
import { formatSide, useAccountName } from './format-side.ts'

// The legend's colours are swatches.

/** Revenue and expenses by month, partner and offer. */
export function ProfitSection() {
  const t = useT()
  const today = readToday()
  const [search, setSearch] = useState<Parameters<typeof toPeriod>[0]>({ days: 90 })
  const period = toPeriod(search, today)
  const query = trpc.admin.getProfitAndLoss.useQuery(period, { placeholderData: keepPreviousData })
  return (
    <Section title={t('journal.tab.profit')} text={t('journal.profitText')}>
      <PeriodPicker search={search} today={today} onChoose={setSearch} />
      <ExportJournal period={period} />
      <QueryView query={query} skeleton={<Skeletons count={2} height={320} />}>
        {(profit) =>
          profit.months.length === 0 ? (
            <EmptyState icon={<IconScale />} title={t('journal.nothing')} text={t('journal.nothingText')} />
          ) : (
            <Profit profit={profit} />
          )
        }
      </QueryView>
    </Section>
  )
}

const kes = { format: formatSide }

function Profit({ profit: { months, partners, offers } }: { profit: ProfitAndLoss }) {
  const t = useT()
  const nameOf = useAccountName()
  const names = [...new Set(months.map(({ month }) => month))]
  const accounts = [...new Map(months.map((row) => [row.account, row])).values()].sort(
    (one, other) => one.number - other.number,
  )
  const sumOf = (month: string, type: string) =>
    months.reduce((sum, row) => (row.month === month && row.type === type ? sum + row.kesMinor : sum), 0)
  const data = names.map((month) => ({
    month,
    revenue: sumOf(month, 'revenue') / 100,
    expense: -sumOf(month, 'expense') / 100,
  }))
  return (
    <>
      <Box w="100%" aria-hidden>
        <BarChart
          h={220}
          data={data}
          dataKey="month"
          type="stacked"
          series={[
            { name: 'revenue', label: t('journal.revenue'), color: 'leaf.6' },
            { name: 'expense', label: t('journal.expenses'), color: 'gold.5' },
          ]}
          withLegend
          valueFormatter={(value) => formatKesCents(Math.round(value * 100))}
          xAxisProps={{ tickFormatter: formatMonth }}
          yAxisProps={{
            width: 56,
            tickFormatter: (value: number) => compact.format(value).replace('-', '−'),
          }}
          barProps={{ isAnimationActive: false, maxBarSize: 64 }}
          barChartProps={{ accessibilityLayer: false, stackOffset: 'sign' }}
          tooltipAnimationDuration={0}
        />
      </Box>
      <FigureTable
        label={t('journal.byMonth')}
        rowsAre={t('word.account')}
        columns={names.map((month) => ({ key: month, label: formatMonth(month), ...kes }))}
        rows={[
          ...accounts.map(({ account, number }) => ({
            name: nameOf({ account, number }),
            values: Object.fromEntries(
              months.filter((row) => row.account === account).map((row) => [row.month, row.kesMinor]),
            ),
          })),
          {
            name: t('journal.result'),
            values: Object.fromEntries(
              names.map((month) => [month, sumOf(month, 'revenue') - sumOf(month, 'expense')]),
            ),
          },
        ]}
      />
      <Earners label={t('journal.byPartner')} rowsAre={t('word.partner')} rows={partners} />
      <Earners
        label={t('journal.byOffer')}
        rowsAre={t('journal.offer')}
        rows={offers.map(({ title, ...offer }) => ({ name: title, ...offer }))}
      />
    </>
  )
}

const compact = new Intl.NumberFormat('en-KE', { notation: 'compact' })

type Earner = { name: string; revenueMinor: number; rewardsMinor: number }

function Earners({ label, rowsAre, rows }: { label: string; rowsAre: string; rows: readonly Earner[] }) {
  const t = useT()
  if (rows.length === 0) return null
  return (
    <FigureTable
      label={label}
      rowsAre={rowsAre}
      columns={[
        { key: 'revenue', label: t('journal.revenue'), ...kes },
        { key: 'rewards', label: t('journal.rewards'), ...kes },
        { key: 'left', label: t('journal.left'), format: formatKesCents },
      ]}
      rows={rows.map(({ name, revenueMinor, rewardsMinor }) => ({
        name,
        values: { revenue: revenueMinor, rewards: rewardsMinor, left: revenueMinor - rewardsMinor },
      }))}
    />
  )
}

/** Downloads the general journal of a period, as accountants import it. */
function ExportJournal({ period: { from, to } }: { period: { from: string; to: string } }) {
  const t = useT()
  const { client } = trpc.useUtils()
  return (
    <CsvDownload
      fileName={`chuma-journal-${from}-${to}.csv`}
      load={() => client.admin.exportJournal.query({ from, to })}
    >
      {t('journal.download')}
    </CsvDownload>
  )
}
