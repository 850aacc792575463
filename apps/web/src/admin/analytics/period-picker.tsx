import { Button } from '@mantine/core'
import { useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { DayField } from '../../ui/forms/day-field.tsx'
import classes from './analytics.module.css'
import {
  type AnalyticsSearch,
  isPeriod,
  type Period,
  PRESET_DAYS,
  presetOf,
  toPeriod,
} from './analytics-search.ts'

type Props = { search: AnalyticsSearch; today: string; onChoose: (search: AnalyticsSearch) => void }

/** A preset, or a range of up to a year. */
export function PeriodPicker({ search, today, onChoose }: Props) {
  const t = useT()
  // While one of the days is not valid yet.
  const [open, setOpen] = useState<Period | null>(null)
  const shown = open ?? toPeriod(search, today)
  const offer = search.offer ? { offer: search.offer } : {}

  const choose = (change: Partial<Period>) => {
    const next = { ...shown, ...change }
    const isWhole = next.from !== '' && next.to !== '' && next.to <= today && isPeriod(next)
    setOpen(isWhole ? null : next)
    if (isWhole) onChoose({ ...next, ...offer })
  }
  return (
    <div className={classes.period}>
      <div className={classes.presets}>
        {PRESET_DAYS.map((days) => {
          const isChosen = presetOf(search) === days
          return (
            <Button
              key={days}
              variant={isChosen ? 'filled' : 'default'}
              px="md"
              aria-pressed={isChosen}
              onClick={() => {
                setOpen(null)
                onChoose({ days, ...offer })
              }}
            >
              {t('analytics.lastDays', { days })}
            </Button>
          )
        })}
      </div>
      <DayField
        label={t('analytics.from')}
        max={today}
        value={shown.from}
        onChange={({ currentTarget }) => choose({ from: currentTarget.value })}
      />
      <DayField
        label={t('analytics.to')}
        max={today}
        value={shown.to}
        error={open && open.from !== '' && open.to !== '' && t('analytics.wrongDays')}
        onChange={({ currentTarget }) => choose({ to: currentTarget.value })}
      />
    </div>
  )
}
