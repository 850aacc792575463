import type { ColumnType } from 'kysely'

/** Set by the database, never by a caller. */
type Kept<T> = ColumnType<T, never, never>

/** Finished days in numbers, and pages opened. */
export interface FigureTables {
  figureDay: { day: string; endsAt: Date; countedAt: Kept<Date> }
  dailyFigure: { name: string; day: string; value: number }
  dailyOfferFigure: {
    surveyId: string
    day: string
    clicks: number
    started: number
    completed: number
    credited: number
  }
  pageView: { day: string; route: string; shard: number; views: number }
}
