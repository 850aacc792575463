// The legend's colours are swatches.
import '@mantine/core/styles/ColorSwatch.layer.css'
import '@mantine/charts/styles.layer.css'
import { LineChart } from '@mantine/charts'
import { useT } from '../../i18n/use-t.ts'

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
