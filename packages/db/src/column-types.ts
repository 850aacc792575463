import type { QuizOptionKey } from '@chuma/contract/tasks/games'
import type { WEBHOOK_EVENTS } from '@chuma/contract/webhooks/webhooks'
import type { ColumnType } from 'kysely'

/** Set by the database, never by a caller. */
export type Kept<T> = ColumnType<T, never, never>
/** Read as an object, written as JSON text. */
export type JsonOf<T> = ColumnType<T, string, string>

export type HouseAccount = 'rewards' | 'payouts' | 'adjustments' | 'reversals'
export type TaskKind = 'video' | 'ad' | 'social' | 'micro-job' | 'affiliate'
export type EventHeaders = Record<string, string>
export type SpinTable = { points: number; weight: number }[]

/** The wording that the member first saw. */
export type StoredQuizQuestion = {
  id: string
  question: string
  options: { key: QuizOptionKey; text: string }[]
  correctAnswer: QuizOptionKey
}
export type QuizAnswers = Record<string, QuizOptionKey>

export type WebhookEventType = (typeof WEBHOOK_EVENTS)[number]
