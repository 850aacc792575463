import type { QuizOptionKey } from '@chuma/contract/tasks/games'
import type { WEBHOOK_EVENTS } from '@chuma/contract/webhooks/webhooks'
import type { ColumnType } from 'kysely'

/** Set by the database, never by a caller. */
export type Kept<T> = ColumnType<T, never, never>
/** Read as an object, written as JSON text. */
export type JsonOf<T> = ColumnType<T, string, string>

declare const sealed: unique symbol
/** An envelope, or what an earlier version stored plainly. Not a string, so that no query's rows are shown unopened. */
export type Sealed = { readonly [sealed]: true }
/** Written as text, read as something to open. */
export type SealedText = ColumnType<Sealed | null, string | null, string | null>

export type HouseAccount = 'rewards' | 'payouts' | 'adjustments' | 'reversals'
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
