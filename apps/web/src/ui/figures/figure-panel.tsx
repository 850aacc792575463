import { PLATFORM_TIME_ZONE } from '@chuma/contract/platform'
import { toCsv } from '@chuma/contract/to-csv'
import { Button, Title } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import classes from '../../admin/analytics/analytics.module.css'
import { useT } from '../../i18n/use-t.ts'
import { saveFile } from '../actions/download-button.tsx'
import { RowMenu } from '../actions/row-menu.tsx'
import { DayField } from '../forms/number-input.tsx'
import { Panel } from '../page/page.tsx'
import {
  type AnalyticsSearch,
  DAY_MS,
  isPeriod,
  type Period,
  PRESET_DAYS,
  type PresetDays,
} from './period-search.ts'

type Props = {
  title: string
  text: string
  /** The chart's main number, and how it changed. */
  total?: ReactNode
  /** The heading of the row names: day, page or step. */
  rowsAre: string
  columns: readonly FigureColumn[]
  rows: readonly FigureRow[]
  /** Without its extension. */
  fileName: string
  /** Controls for this chart only. */
  controls?: ReactNode
  /** The chart is decorative for screen readers, which get the table. */
  children: ReactNode
}

/** One figure as a chart; a table and a CSV file are in its menu. */
export function FigurePanel({ title, text, total, controls, children, ...table }: Props) {
  const t = useT()
  const id = useId()
  const [isTable, setIsTable] = useState(false)
  const download = () => {
    const header = [table.rowsAre, ...table.columns.map(({ label }) => label)]
    const lines = table.rows.map(({ name, values }) => [
      name,
      ...table.columns.map(({ key }) => values[key] ?? 0),
    ])
    saveFile(`${table.fileName}.csv`, new Blob([toCsv(header, lines)], { type: 'text/csv' }))
  }
  return (
    <Panel aria-labelledby={id} className={classes.panel}>
      <header className={classes.head}>
        <div>
          <Title order={2} size="h3" id={id}>
            {title}
          </Title>
          {total}
          <p className={classes.text}>{text}</p>
        </div>
        <RowMenu
          label={t('analytics.optionsOf', { title })}
          actions={[
            {
              label: t(isTable ? 'analytics.asChart' : 'analytics.asTable'),
              onClick: () => setIsTable(!isTable),
            },
            { label: t('analytics.download'), onClick: download },
          ]}
        />
      </header>
      {controls}
      {isTable ? (
        <FigureTable isLong label={t('analytics.tableOf', { title })} {...table} />
      ) : (
        <div aria-hidden className={classes.picture}>
          {children}
        </div>
      )}
    </Panel>
  )
}

/** Horizontal bars, each with its name and number. `share` is relative to the longest bar. */
export function ShareBars({ rows }: { rows: readonly { name: string; value: string; share: number }[] }) {
  return (
    <div className={classes.bars}>
      {rows.map(({ name, value, share }) => (
        <div key={name} className={classes.bar}>
          <span>{name}</span>
          <span className={classes.track}>
            <span style={{ width: `${Math.round(share * 100)}%` }} />
          </span>
          <span>{value}</span>
        </div>
      ))}
    </div>
  )
}

type FigureTableProps = {
  /** Scrolls in a box of its own, under its heading. */
  isLong?: boolean
  label: string
  rowsAre: string
  columns: readonly FigureColumn[]
  rows: readonly FigureRow[]
}

export function FigureTable({ isLong, label, rowsAre, columns, rows }: FigureTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
    <section className={classes.scroll} data-long={isLong || undefined} aria-label={label} tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col" className={`${classes.column} ${classes.name}`}>
              {rowsAre}
            </th>
            {columns.map(({ key, label: name }) => (
              <th key={key} scope="col" className={classes.column}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, values }) => (
            <tr key={name}>
              <th scope="row" className={classes.name}>
                {name}
              </th>
              {columns.map(({ key, format }) => (
                <td key={key} className={classes.cell}>
                  {format(values[key] ?? 0)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** A column of a chart's table and CSV file. The first column names the row. */
type FigureColumn = {
  key: string
  label: string
  format: (value: number) => string
}
type FigureRow = { name: string; values: Record<string, number> }

type PeriodPickerProps = {
  search: AnalyticsSearch
  today: string
  onChoose: (search: AnalyticsSearch) => void
}

/** A preset, or a range of up to a year. */
export function PeriodPicker({ search, today, onChoose }: PeriodPickerProps) {
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

const DEFAULT_DAYS: PresetDays = 30

/** The days that a search covers; `today` is the last day of a preset. */
export function toPeriod({ days = DEFAULT_DAYS, from, to }: AnalyticsSearch, today: string): Period {
  return from && to ? { from, to } : { from: addDays(today, 1 - days), to: today }
}

/** The preset that a search matches, if any. */
export function presetOf({ days = DEFAULT_DAYS, from }: AnalyticsSearch): PresetDays | null {
  return from ? null : days
}

/** Today's business day. */
export function readToday(now = new Date()): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: PLATFORM_TIME_ZONE }).format(now)
}

function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10)
}
