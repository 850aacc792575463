import classes from './analytics.module.css'

type Props = {
  label: string
  rowsAre: string
  columns: readonly FigureColumn[]
  rows: readonly FigureRow[]
}

export function FigureTable({ label, rowsAre, columns, rows }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
    <section className={classes.scroll} aria-label={label} tabIndex={0}>
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
export type FigureColumn = {
  key: string
  label: string
  format: (value: number) => string
}
export type FigureRow = { name: string; values: Record<string, number> }
