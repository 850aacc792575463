import { Button } from '@mantine/core'
import { DatePickerInput } from '@mantine/dates'
import { useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import classes from './analytics.module.css'
import { type AnalyticsSearch, isPeriod, PRESET_DAYS, presetOf, toPeriod } from './analytics-search.ts'

type Props = { search: AnalyticsSearch; today: string; onChoose: (search: AnalyticsSearch) => void }
type Range = [string | null, string | null]

/** A preset, or a range of up to a year. */
export function PeriodPicker({ search, today, onChoose }: Props) {
  const t = useT()
  const { from, to } = toPeriod(search, today)
  // While the second day is not chosen yet, or the range is too long.
  const [open, setOpen] = useState<Range | null>(null)
  const isTooLong = open?.[0] && open[1] ? !isPeriod({ from: open[0], to: open[1] }) : false
  const offer = search.offer ? { offer: search.offer } : {}

  const choose = ([first, last]: Range) => {
    const isWhole = first && last && isPeriod({ from: first, to: last })
    setOpen(isWhole ? null : [first, last])
    if (isWhole) onChoose({ from: first, to: last, ...offer })
  }
  return (
    <div className={classes.period}>
      {PRESET_DAYS.map((days) => {
        const isChosen = presetOf(search) === days
        return (
          <Button
            key={days}
            variant={isChosen ? 'filled' : 'default'}
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
      <DatePickerInput
        type="range"
        className={classes.dates}
        label={t('analytics.days')}
        valueFormat="D MMM YYYY"
        size="md"
        maxDate={today}
        allowSingleDateInRange
        value={open ?? [from, to]}
        onChange={choose}
        error={isTooLong && t('analytics.tooLong')}
        ariaLabels={{
          previousMonth: t('analytics.previousMonth'),
          nextMonth: t('analytics.nextMonth'),
          monthLevelControl: t('analytics.chooseMonth'),
          yearLevelControl: t('analytics.chooseYear'),
          previousYear: t('analytics.previousYear'),
          nextYear: t('analytics.nextYear'),
        }}
      />
    </div>
  )
}
