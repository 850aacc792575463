import { toCsv } from '@chuma/contract/to-csv'
import { Button } from '@mantine/core'
import { IconChartBar, IconDownload, IconTable } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { saveFile } from '../../ui/actions/save-file.ts'
import blocks from '../../ui/blocks.module.css'
import { Section } from '../../ui/page/section.tsx'
import classes from './analytics.module.css'
import type { FigureColumn, FigureRow } from './figure-columns.ts'
import { FigureTable } from './figure-table.tsx'

type Props = {
  title: string
  text: string
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

/** One figure as a chart, a table and a CSV file. */
export function FigurePanel({ title, text, controls, children, ...table }: Props) {
  const t = useT()
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
    <Section title={title} text={text}>
      {controls}
      {isTable ? (
        <FigureTable label={t('analytics.tableOf', { title })} {...table} />
      ) : (
        <div aria-hidden className={classes.picture}>
          {children}
        </div>
      )}
      <div className={blocks.actions}>
        <Button
          variant="default"
          leftSection={isTable ? <IconChartBar aria-hidden size={20} /> : <IconTable aria-hidden size={20} />}
          onClick={() => setIsTable(!isTable)}
        >
          {t(isTable ? 'analytics.asChart' : 'analytics.asTable')}
        </Button>
        <Button variant="default" leftSection={<IconDownload aria-hidden size={20} />} onClick={download}>
          {t('analytics.download')}
        </Button>
      </div>
    </Section>
  )
}
