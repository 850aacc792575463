import type { DailyFigures } from '@chuma/contract/admin/analytics'
import type { Period } from './analytics-search.ts'

export type FiguresProps = {
  figures: DailyFigures[]
  /** Of the period before; undefined while it loads. */
  before: DailyFigures[] | undefined
  period: Period
}
