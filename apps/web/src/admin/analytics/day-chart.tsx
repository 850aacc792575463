import { AreaChart, BarChart } from '@mantine/charts'
import { formatShortBusinessDay } from '../../i18n/format-date.ts'

type Series = { name: string; label: string; color: string }
type Props = {
  /** Bars for what happened on a day, an area for what there was at its end. */
  shape: 'bars' | 'stacked' | 'area'
  data: Record<string, number | string>[]
  series: Series[]
  format: (value: number) => string
}

const HEIGHT = 260
/** Nothing moves: the chart is there or it is not. */
const STILL = { isAnimationActive: false }

/** A figure over days. `data` holds a `day` in each row. */
export function DayChart({ shape, data, series, format }: Props) {
  const common = {
    h: HEIGHT,
    data,
    dataKey: 'day',
    series,
    valueFormatter: format,
    withLegend: series.length > 1,
    xAxisProps: { tickFormatter: nameDay, minTickGap: 24 },
    yAxisProps: { width: 72, allowDecimals: false, tickFormatter: compact.format },
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

/** Until it is pointed at a day, a chart has none. */
const nameDay = (day: unknown) => (typeof day === 'string' && day ? formatShortBusinessDay(day) : '')

const compact = new Intl.NumberFormat('en-KE', { notation: 'compact' })
