import * as z from 'zod'
import { id, line, pastedUrl, prose } from '../fields.ts'
import { timestamp } from '../timestamp.ts'
import { version } from './admin-quiz.ts'

/** What members do for points besides surveys, as staff set it up (SPEC §2). */
export const TASK_KINDS = ['video', 'ad', 'social', 'micro-job', 'affiliate'] as const
const taskKind = z.enum(TASK_KINDS)
export type AdminTaskKind = z.infer<typeof taskKind>

/** Fields that a kind does not have are empty. The server checks which are required and which points are allowed. */
const taskForm = z.strictObject({
  title: line(120),
  description: prose(1000).default(''),
  /** For an affiliate link: the points shown to members. 0: whatever the partner reports. */
  points: z.int().min(0).max(1_000_000),
  /** The address of the video, the advertised page or the partner's link. */
  url: pastedUrl.default(''),
  /** For an advertisement. */
  minTimeSeconds: z.int().min(1).max(3600).nullable().default(null),
  /** For a social task or a micro-job. */
  instructions: prose(2000).default(''),
  /** Empty or Global: all countries. */
  country: z.union([z.literal(''), line(60)]).default(''),
  /** For an affiliate link: the partner whose postbacks pay for it. */
  partnerId: id.nullable().default(null),
  isActive: z.boolean().default(true),
})
export type TaskForm = z.infer<typeof taskForm>

export const createTaskInput = taskForm.extend({ kind: taskKind })
export type CreateTaskInput = z.infer<typeof createTaskInput>

/** All fields are required: a default for `isActive` would switch the task on by accident. */
export const updateTaskInput = taskForm.extend({ isActive: z.boolean(), version, id })
export type UpdateTaskInput = z.infer<typeof updateTaskInput>

export const adminTask = z.object({
  id: z.uuid(),
  kind: taskKind,
  title: z.string(),
  description: z.string(),
  points: z.int(),
  url: z.string().nullable(),
  /** The same, if it is safe to link to. */
  safeUrl: z.string().nullable(),
  /** For a YouTube video: the only part of the address that reaches a player. */
  videoId: z.string().nullable(),
  minTimeSeconds: z.int().nullable(),
  instructions: z.string(),
  country: z.string(),
  partnerId: z.uuid().nullable(),
  partnerName: z.string().nullable(),
  isActive: z.boolean(),
  version: z.int(),
  createdAt: timestamp,
  /** Videos watched, advertisements seen, proofs submitted or links opened. */
  useCount: z.int(),
  /** Approved proofs. */
  approvedCount: z.int(),
  /** Points paid to members for it, except by partners. */
  pointsPaid: z.int(),
})
export type AdminTask = z.infer<typeof adminTask>

export const listTasksInput = z.strictObject({
  kind: taskKind.default('video'),
  /** Searched in title and description. */
  search: line(100).optional(),
  state: z.enum(['active', 'inactive']).optional(),
  /** The `id` of the previous page's last row. */
  after: id.optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
})
export type ListTasksInput = z.infer<typeof listTasksInput>
