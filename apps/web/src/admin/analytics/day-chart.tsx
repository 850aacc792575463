import { AreaChart, BarChart } from '@mantine/charts'
import { formatShortBusinessDay } from '../../i18n/format-date.ts'
import { weeklyTicks } from './weekly-ticks.ts'

type Series = { name: string; label: string; color: string }
type Props = {
  /** Bars show what happened on a day, an area shows the state at its end. */
  shape: 'bars' | 'stacked' | 'area'
  data: Record<string, number | string>[]
  series: Series[]
  format: (value: number) => string
}

const HEIGHT = 200
/** Without animation: a chart appears at once. */
const STILL = { isAnimationActive: false }

/** A figure over days. Each row of `data` has a `day`. */
export function DayChart({ shape, data, series, format }: Props) {
  const common = {
    h: HEIGHT,
    data,
    dataKey: 'day',
    series,
    valueFormatter: format,
    withLegend: series.length > 1,
    xAxisProps: {
      tickFormatter: nameDay,
      minTickGap: 4,
      ticks: weeklyTicks(data.map(({ day }) => String(day))),
    },
    yAxisProps: { width: 48, allowDecimals: false, tickFormatter: shorten },
    tooltipAnimationDuration: 0,
    tooltipProps: { labelFormatter: nameDay },
  }
  if (shape === 'area') {
    return (
      <AreaChart
        {...common}
        curveType="linear"
        withDots={false}
        areaProps={STILL}
        areaChartProps={{ accessibilityLayer: false }}
      />
    )
  }
  return (
    <BarChart
      {...common}
      type={shape === 'stacked' ? 'stacked' : 'default'}
      barProps={STILL}
      barChartProps={{ accessibilityLayer: false, stackOffset: 'sign' }}
    />
  )
}

/** The tooltip has no rows until a day is pointed at. */
const nameDay = (day: unknown) => (typeof day === 'string' && day ? formatShortBusinessDay(day) : '')

const compact = new Intl.NumberFormat('en-KE', { notation: 'compact' })

/** With a minus sign, not a hyphen. */
const shorten = (value: number) => compact.format(value).replace('-', '−')
