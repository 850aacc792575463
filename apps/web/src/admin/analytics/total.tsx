import { IconArrowDownRight, IconArrowUpRight, IconMinus } from '@tabler/icons-react'
import { useT } from '../../i18n/use-t.ts'
import classes from './analytics.module.css'
import { changeInPercent } from './compare.ts'

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
