import * as z from 'zod'
import { id } from '../fields.ts'
import { timestamp } from '../timestamp.ts'

/** What raises an alarm. docs/operations.md says of each what it means and what to do. */
export const ALARM_CAUSES = [
  'books-damaged',
  'money-differs',
  'books-differ',
  'tax-overdue',
  'statement-missing',
  'night-missed',
  'callbacks-waiting',
  'float-short',
] as const
export type AlarmCause = (typeof ALARM_CAUSES)[number]

/** Causes with which money may leave that should not: payouts stop. */
export const STOPS_PAYOUTS: ReadonlySet<AlarmCause> = new Set(['books-damaged', 'money-differs'])

/** Causes that come and go with every payment: raised, and so mailed, once a business day at most. */
export const ONCE_A_DAY: ReadonlySet<AlarmCause> = new Set(['float-short'])

export const alarm = z.object({
  id: z.uuid(),
  cause: z.enum(ALARM_CAUSES),
  detail: z.string(),
  raisedAt: timestamp,
  /** When its cause was gone; null while it lasts. */
  clearedAt: timestamp.nullable(),
  acknowledgedBy: z.string().nullable(),
  acknowledgedAt: timestamp.nullable(),
})
export type Alarm = z.infer<typeof alarm>

export const acknowledgeAlarmInput = z.strictObject({ id })
