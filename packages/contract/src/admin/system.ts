import * as z from 'zod'
import { id } from '../fields.ts'
import { timestamp } from '../timestamp.ts'

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
export type ResentMails = z.infer<typeof resentMails>

export const retriedJob = z.object({ id: z.uuid(), queue: z.string() })
export type RetriedJob = z.infer<typeof retriedJob>

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
