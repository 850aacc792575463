import type { DailyFigures } from '@chuma/contract/admin/analytics'
import { formatKes } from '@chuma/contract/format-money'
import { useT } from '../../i18n/use-t.ts'
import { DayChart } from './day-chart.tsx'
import { EarnedChart } from './earned-chart.tsx'
import { FigurePanel } from './figure-panel.tsx'
import type { FiguresProps } from './figures-props.ts'
import { Total } from './total.tsx'

const count = new Intl.NumberFormat('en-KE')

/** The daily figures, two side by side where there is room. */
export function DailyCharts(props: FiguresProps) {
  return (
    <>
      <SumChart name="signUps" color="leaf.6" {...props} />
      <SumChart name="activeMembers" color="gold.5" {...props} />
      <EarnedChart {...props} />
      <OwedChart {...props} />
      <SumChart name="paidCount" color="gold.5" {...props} />
      <SumChart name="paidKes" color="leaf.6" format={formatKes} {...props} />
      <SumChart name="pageViews" color="gray.5" {...props} />
    </>
  )
}

type SumProps = FiguresProps & {
  name: 'signUps' | 'activeMembers' | 'pageViews' | 'paidCount' | 'paidKes'
  color: string
  format?: (value: number) => string
}

function SumChart({ name, color, format = count.format, figures, before, period }: SumProps) {
  const t = useT()
  const label = t(`analytics.${name}`)
  const sum = (days: DailyFigures[]) => days.reduce((total, day) => total + day[name], 0)
  return (
    <FigurePanel
      title={t(`analytics.${name}Title`)}
      text={t(`analytics.${name}Text`)}
      total={<Total now={sum(figures)} before={before && sum(before)} format={format} />}
      rowsAre={t('analytics.day')}
      columns={[{ key: name, label, format }]}
      rows={figures.map((day) => ({ name: day.day, values: { [name]: day[name] } }))}
      fileName={`${name}-${period.from}-${period.to}`}
    >
      <DayChart
        shape="bars"
        data={figures.map((day) => ({ day: day.day, [name]: day[name] }))}
        series={[{ name, label, color }]}
        format={format}
      />
    </FigurePanel>
  )
}

/** A state, not a sum: what is owed at the end of the period. */
function OwedChart({ figures, before, period }: FiguresProps) {
  const t = useT()
  const last = (days: DailyFigures[]) => days.at(-1)?.owedKes ?? 0
  return (
    <FigurePanel
      title={t('analytics.owedTitle')}
      text={t('analytics.owedText')}
      total={<Total now={last(figures)} before={before && last(before)} format={formatKes} />}
      rowsAre={t('analytics.day')}
      columns={[
        { key: 'owedPoints', label: t('analytics.owedPoints'), format: count.format },
        { key: 'owedKes', label: t('analytics.owedKes'), format: formatKes },
      ]}
      rows={figures.map(({ day, owedPoints, owedKes }) => ({ name: day, values: { owedPoints, owedKes } }))}
      fileName={`liability-${period.from}-${period.to}`}
    >
      <DayChart
        shape="area"
        data={figures.map(({ day, owedKes }) => ({ day, owedKes }))}
        series={[{ name: 'owedKes', label: t('analytics.owedKes'), color: 'gold.5' }]}
        format={formatKes}
      />
    </FigurePanel>
  )
}
