import * as z from 'zod'
import { businessDay, businessMonth } from '../business-day.ts'
import { id, timestamp } from '../fields.ts'

/** Mails of one kind that were given up, and are not tried again unless staff say so. */
const givenUpMails = z.object({
  /** Of their jobs. */
  queue: z.string(),
  /** When the first of them was given up. */
  since: timestamp,
  resendableCount: z.int(),
  /** Links, which their owners ask for again, and outdated alarms. */
  expiredCount: z.int(),
  /** They may have arrived, or the mail server will never take them. */
  leftCount: z.int(),
})

export const systemReport = z.object({
  appVersion: z.string(),
  nodeVersion: z.string(),
  databaseVersion: z.string(),
  /** The newest applied migration, and their number. */
  lastMigration: z.string(),
  migrationCount: z.int(),
  /** When this process started, and all processes that listen to the database. */
  startedAt: timestamp,
  processes: z.array(z.object({ since: timestamp, address: z.string().nullable() })),
  /** Queues with waiting or failed jobs. */
  queues: z.array(
    z.object({ queue: z.string(), waiting: z.int(), retrying: z.int(), active: z.int(), failed: z.int() }),
  ),
  /** The kind with the most mails first. */
  givenUpMails: z.array(givenUpMails),
})
export type SystemReport = z.infer<typeof systemReport>

const page = {
  /** The id of the last row of the page before. */
  after: id.optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
}

export const listFailedJobsInput = z.strictObject(page)
export type ListFailedJobsInput = z.infer<typeof listFailedJobsInput>

export const failedJob = z.object({
  id: z.uuid(),
  queue: z.string(),
  tries: z.int(),
  createdAt: timestamp,
  failedAt: timestamp,
  /** The last error, without addresses, numbers and possible secrets. */
  error: z.string(),
  /** Why it cannot be retried; null if it can. */
  refusal: z.string().nullable(),
})
export type FailedJob = z.infer<typeof failedJob>

export const retryJobInput = z.strictObject({ id })
export type RetryJobInput = z.infer<typeof retryJobInput>

/** Mails that were given up since then; left out: all that were. */
export const resendMailsInput = z.strictObject({ since: z.iso.datetime({ offset: true }).optional() })
export type ResendMailsInput = z.infer<typeof resendMailsInput>

/** `expiredCount`: links and alarms that are outdated. `leftCount`: may have arrived, or refused for good. */
export const resentMails = z.object({ resentCount: z.int(), expiredCount: z.int(), leftCount: z.int() })

export const retriedJob = z.object({ id: z.uuid(), queue: z.string() })

export const MAIL_STATES = ['sending', 'sent', 'refused', 'unknown'] as const

export const listMailsInput = z.strictObject({ state: z.enum(MAIL_STATES).optional(), ...page })
export type ListMailsInput = z.infer<typeof listMailsInput>

/** A mail that was sent or should have been. Neither its text nor its link is stored. */
export const outboxMail = z.object({
  /** The mail job's id. */
  id: z.uuid(),
  kind: z.string(),
  /** `a…@example.com` */
  recipient: z.string(),
  /** `refused`: certainly not delivered. `unknown`: perhaps delivered, and therefore never sent again. */
  state: z.enum(MAIL_STATES),
  attempts: z.int(),
  lastError: z.string().nullable(),
  createdAt: timestamp,
  settledAt: timestamp.nullable(),
})
export type OutboxMail = z.infer<typeof outboxMail>

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

/** What browsers refused because of our content security policy, counted by kind. */
export const cspReport = z.object({
  /** `script-src-elem` */
  directive: z.string(),
  /** The origin that it came from, or a keyword such as `inline`. */
  blocked: z.string(),
  /** The page, without what its address identifies. */
  page: z.string(),
  reports: z.int(),
  firstAt: timestamp,
  lastAt: timestamp,
})
export type CspReport = z.infer<typeof cspReport>

export const listCspReportsInput = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(50),
})
