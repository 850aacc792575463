/** A column of a chart's table and CSV file. The first column names the row. */
export type FigureColumn = {
  key: string
  label: string
  format: (value: number) => string
}
export type FigureRow = { name: string; values: Record<string, number> }
