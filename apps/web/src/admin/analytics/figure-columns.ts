/** A column of what a chart shows, for its table and its file. The first one names the row. */
export type FigureColumn = {
  key: string
  label: string
  format: (value: number) => string
}
export type FigureRow = { name: string; values: Record<string, number> }
