import type { DailyFigures } from '@chuma/contract/admin/analytics'
import { IconArrowDownRight, IconArrowUpRight, IconMinus } from '@tabler/icons-react'
import { useT } from '../../i18n/use-t.ts'
import classes from './analytics.module.css'
import type { Period } from './analytics-search.ts'

type Props = {
  now: number
  /** Of the period before; undefined while it loads. */
  before: number | undefined
  format: (value: number) => string
}

/** A chart's main number, with its change since the period before. */
export function Total({ now, before, format }: Props) {
  return (
    <p className={classes.total}>
      <strong>{format(now)}</strong> <Change now={now} before={before} />
    </p>
  )
}

function Change({ now, before }: Omit<Props, 'format'>) {
  const t = useT()
  if (before === undefined) return null
  const percent = changeInPercent(now, before)
  if (percent === null) return <span className={classes.change}>{t('analytics.noComparison')}</span>
  const sign = percent === 0 ? '' : percent > 0 ? '+' : '−'
  const Arrow = percent === 0 ? IconMinus : percent > 0 ? IconArrowUpRight : IconArrowDownRight
  return (
    <span className={classes.change}>
      <Arrow aria-hidden size={18} />
      {t('analytics.change', { percent: `${sign}${Math.abs(percent)}%` })}
    </span>
  )
}

const DAY_MS = 24 * 3600 * 1000
const shift = (day: string, count: number) =>
  new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10)

/** The period of the same length that ends the day before. */
export function periodBefore({ from, to }: Period): Period {
  const length = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
  return { from: shift(from, -length), to: shift(from, -1) }
}

/** The change in percent; null when there is nothing to compare with. */
export function changeInPercent(now: number, before: number): number | null {
  return before === 0 ? null : Math.round(((now - before) / Math.abs(before)) * 100)
}

export type FiguresProps = {
  figures: DailyFigures[]
  /** Of the period before; undefined while it loads. */
  before: DailyFigures[] | undefined
  period: Period
}
