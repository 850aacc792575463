import * as z from 'zod'
import { businessDay, businessMonth } from '../business-day.ts'
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
  'mails-waiting',
] as const
export type AlarmCause = (typeof ALARM_CAUSES)[number]

/** Causes with which money may leave that should not: payouts stop. */
export const STOPS_PAYOUTS: ReadonlySet<AlarmCause> = new Set(['books-damaged', 'money-differs'])

/** Causes that come and go with every payment: raised, and so mailed, once a business day at most. */
export const ONCE_A_DAY: ReadonlySet<AlarmCause> = new Set(['float-short'])

/** Which are there depends on the cause; money in KES. */
export const alarmFigures = z.object({
  /** Findings, differences, callbacks or mails. */
  count: z.int().positive().optional(),
  /** Of the oldest difference, the last payment or the last reconciled night; when the tax was due. */
  day: businessDay.nullable().optional(),
  month: businessMonth.optional(),
  kes: z.number().optional(),
  /** Without a statement. */
  days: z.int().positive().optional(),
  /** Floats that do not last until banks open, in `hours`. */
  floats: z.array(z.object({ provider: z.string(), kes: z.number(), hours: z.number() })).optional(),
  hours: z.int().nonnegative().optional(),
})
export type AlarmFigures = z.infer<typeof alarmFigures>

export const alarm = z.object({
  id: z.uuid(),
  cause: z.enum(ALARM_CAUSES),
  figures: alarmFigures,
  raisedAt: timestamp,
  /** When its cause was gone; null while it lasts. */
  clearedAt: timestamp.nullable(),
  acknowledgedBy: z.string().nullable(),
  acknowledgedAt: timestamp.nullable(),
})
export type Alarm = z.infer<typeof alarm>

export const acknowledgeAlarmInput = z.strictObject({ id })
