import { toCsv } from '@chuma/contract/to-csv'
import { Title } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { RowMenu } from '../../ui/actions/row-menu.tsx'
import { saveFile } from '../../ui/actions/save-file.ts'
import { Panel } from '../../ui/page/panel.tsx'
import classes from './analytics.module.css'
import { type FigureColumn, type FigureRow, FigureTable } from './figure-table.tsx'

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
        <FigureTable label={t('analytics.tableOf', { title })} {...table} />
      ) : (
        <div aria-hidden className={classes.picture}>
          {children}
        </div>
      )}
    </Panel>
  )
}

type ShareBarsProps = { rows: readonly { name: string; value: string; share: number }[] }

/** Horizontal bars, each with its name and number. `share` is relative to the longest bar. */
export function ShareBars({ rows }: ShareBarsProps) {
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
