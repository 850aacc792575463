import type { DailyFigures } from '@chuma/contract/admin/analytics'
import { useT } from '../../i18n/use-t.ts'
import { DayChart } from './day-chart.tsx'
import { EARNED_GROUPS, EARNED_KINDS } from './earning-kinds.ts'
import { FigurePanel } from './figure-panel.tsx'
import type { FiguresProps } from './figures-props.ts'
import { Total } from './total.tsx'

const count = new Intl.NumberFormat('en-KE')
type Earned = DailyFigures['earned']

/** Points by their source. The bars group the sources; the table and the file have each. */
export function EarnedChart({ figures, before, period }: FiguresProps) {
  const t = useT()
  const kinds = EARNED_KINDS.filter((kind) => figures.some(({ earned }) => earned[kind]))
  const groups = EARNED_GROUPS.filter((group) => group.kinds.some((kind) => kinds.includes(kind)))
  const sumOf = (days: DailyFigures[]) => days.reduce((sum, { earned }) => sum + add(earned, EARNED_KINDS), 0)
  return (
    <FigurePanel
      title={t('analytics.earnedTitle')}
      text={t('analytics.earnedText')}
      total={<Total now={sumOf(figures)} before={before && sumOf(before)} format={count.format} />}
      rowsAre={t('analytics.day')}
      columns={[
        ...kinds.map((kind) => ({ key: kind, label: t(`activityKind.${kind}`), format: count.format })),
        { key: 'total', label: t('analytics.total'), format: count.format },
      ]}
      rows={figures.map(({ day, earned }) => ({
        name: day,
        values: { ...earned, total: add(earned, kinds) },
      }))}
      fileName={`points-earned-${period.from}-${period.to}`}
    >
      <DayChart
        shape="stacked"
        data={figures.map(({ day, earned }) => ({
          day,
          ...Object.fromEntries(groups.map(({ name, kinds: parts }) => [name, add(earned, parts)])),
        }))}
        series={groups.map(({ name, color }) => ({ name, label: t(`earnedGroup.${name}`), color }))}
        format={count.format}
      />
    </FigurePanel>
  )
}

const add = (earned: Earned, kinds: readonly (keyof Earned)[]) =>
  kinds.reduce((sum, kind) => sum + (earned[kind] ?? 0), 0)
