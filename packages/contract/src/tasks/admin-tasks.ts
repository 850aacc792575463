import * as z from 'zod'
import { id, line, prose } from '../fields.ts'
import { timestamp } from '../timestamp.ts'
import { version } from './admin-quiz.ts'

/** SPEC §2: what members do for points beside surveys, as staff make it. */
export const TASK_KINDS = ['video', 'ad', 'social', 'micro-job', 'affiliate'] as const
const taskKind = z.enum(TASK_KINDS)
export type AdminTaskKind = z.infer<typeof taskKind>

/** What a kind does not have is left empty. Which kind needs what, and what it may pay, the server says. */
const taskForm = z.strictObject({
  title: line(120),
  description: prose(1000).default(''),
  /** Of an affiliate link: what a member is told to expect. 0: whatever the partner says. */
  points: z.int().min(0).max(1_000_000),
  /** The video, the advertised page, the partner's link. */
  url: z.string().max(2048).default(''),
  /** Of an advertisement. */
  minTimeSeconds: z.int().min(1).max(3600).nullable().default(null),
  /** Of a social task or a micro-job. */
  instructions: prose(2000).default(''),
  /** Empty or Global: every country. */
  country: z.union([z.literal(''), line(60)]).default(''),
  /** Of an affiliate link: whose postbacks pay for it. */
  partnerId: id.nullable().default(null),
  isActive: z.boolean().default(true),
})
export type TaskForm = z.infer<typeof taskForm>

export const createTaskInput = taskForm.extend({ kind: taskKind })
export type CreateTaskInput = z.infer<typeof createTaskInput>

/** The whole of it. Without its state it would be switched on by the way. */
export const updateTaskInput = taskForm.extend({ isActive: z.boolean(), version, id })
export type UpdateTaskInput = z.infer<typeof updateTaskInput>

export const adminTask = z.object({
  id: z.uuid(),
  kind: taskKind,
  title: z.string(),
  description: z.string(),
  points: z.int(),
  url: z.string().nullable(),
  /** The same where it is a link that may be opened. */
  safeUrl: z.string().nullable(),
  /** Of a YouTube video: all that reaches a player. */
  videoId: z.string().nullable(),
  minTimeSeconds: z.int().nullable(),
  instructions: z.string(),
  country: z.string(),
  partnerId: z.uuid().nullable(),
  partnerName: z.string().nullable(),
  isActive: z.boolean(),
  version: z.int(),
  createdAt: timestamp,
  /** Videos watched, advertisements seen, proofs handed in, links left by. */
  useCount: z.int(),
  /** Of the proofs. */
  approvedCount: z.int(),
  /** Paid to members for it, by all that is not a partner's. */
  pointsPaid: z.int(),
})
export type AdminTask = z.infer<typeof adminTask>

export const listTasksInput = z.strictObject({
  kind: taskKind.default('video'),
  /** In the title or the description. */
  search: line(100).optional(),
  state: z.enum(['active', 'inactive']).optional(),
  /** The `id` of the last row of the page before. */
  after: id.optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
})
export type ListTasksInput = z.infer<typeof listTasksInput>
