import '@mantine/charts/styles.layer.css'
import type { ForecastMonth } from '@chuma/contract/admin/economy/forecast-economy'
import { formatKes } from '@chuma/contract/format-money'
import { LineChart } from '@mantine/charts'
import { useT } from '../../i18n/use-t.ts'
import classes from './economy.module.css'

const short = new Intl.NumberFormat('en-KE', { notation: 'compact', maximumFractionDigits: 1 })
const whole = (kes: number) => formatKes(Math.round(kes))

/** Lines differ in dashes as well as in colour. */
export function ForecastChart({ months }: { months: ForecastMonth[] }) {
  const t = useT()
  const [income, cost, owed] = [t('economy.income'), t('economy.cost'), t('economy.owedAtEnd')]
  const [first, last] = [months.at(0), months.at(-1)]
  const label = t('economy.chartLabel', {
    income: whole(first?.income ?? 0),
    cost: whole(first?.cost ?? 0),
    owed: whole(last?.owed ?? 0),
  })
  return (
    <div role="img" aria-label={label} className={classes.chart}>
      <LineChart
        h={320}
        data={months.map((month) => ({
          month: t('economy.monthNumber', { month: month.month }),
          [income]: month.income,
          [cost]: month.cost,
          [owed]: month.owed,
        }))}
        dataKey="month"
        withLegend
        withDots={false}
        curveType="linear"
        valueFormatter={(value) => short.format(value)}
        yAxisProps={{ width: 56 }}
        // The chart has one description; the table has the details.
        lineChartProps={{ accessibilityLayer: false }}
        lineProps={{ isAnimationActive: false }}
        series={[
          { name: income, color: 'leaf.6' },
          { name: cost, color: 'red.6', strokeDasharray: '6 4' },
          { name: owed, color: 'gold.6', strokeDasharray: '2 3' },
        ]}
      />
    </div>
  )
}
