import '@mantine/core/styles/ColorSwatch.layer.css'
import '@mantine/charts/styles.layer.css'
import type { ForecastMonth } from '@chuma/contract/admin/economy/project-economy'
import { formatKes } from '@chuma/contract/format-money'
import { LineChart } from '@mantine/charts'
import { useT } from '../../i18n/use-t.ts'
import classes from './economy.module.css'

const whole = (kes: number) => formatKes(Math.round(kes))

export function ForecastChart({ months }: { months: ForecastMonth[] }) {
  const t = useT()
  const [first, last] = [months.at(0), months.at(-1)]
  const label = t('economy.chartLabel', {
    income: whole(first?.income ?? 0),
    cost: whole(first?.cost ?? 0),
    owed: whole(last?.owed ?? 0),
  })
  return (
    <div role="img" aria-label={label} className={classes.chart}>
      <MonthChart
        height={320}
        rows={months.map(({ month, income, cost, owed }) => ({ month, income, cost, owed }))}
        series={[
          { name: 'income', label: t('economy.income') },
          { name: 'cost', label: t('economy.cost') },
          { name: 'owed', label: t('economy.owedAtEnd') },
        ]}
      />
    </div>
  )
}

// The legend's colours are swatches.

type Props = {
  rows: ({ month: number } & Record<string, number>)[]
  /** At most three: each has its own colour and its own dashes. */
  series: { name: string; label: string }[]
  height?: number
}

const LOOKS = [
  { color: 'leaf.6' },
  { color: 'red.6', strokeDasharray: '6 4' },
  { color: 'gold.6', strokeDasharray: '2 3' },
] as const

const short = new Intl.NumberFormat('en-KE', { notation: 'compact', maximumFractionDigits: 1 })

/** Up to three lines over months, which differ in dashes as well as in colour. */
export function MonthChart({ rows, series, height = 260 }: Props) {
  const t = useT()
  return (
    <LineChart
      h={height}
      data={rows.map(({ month, ...values }) => ({ month: t('economy.monthNumber', { month }), ...values }))}
      dataKey="month"
      withLegend
      withDots={false}
      curveType="linear"
      valueFormatter={(value) => short.format(value)}
      yAxisProps={{ width: 64 }}
      xAxisProps={{ minTickGap: 24 }}
      // The chart has one description; the table has the details.
      lineChartProps={{ accessibilityLayer: false }}
      lineProps={{ isAnimationActive: false }}
      series={series.map((each, index) => ({ ...each, ...LOOKS[index % LOOKS.length] }))}
    />
  )
}
