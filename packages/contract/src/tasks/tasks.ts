import * as z from 'zod'
import { id, line, pageOf, pageQuery, pastedUrl, prose, timestamp } from '../fields.ts'
import { refuse } from '../problems.ts'
import { isSafeUrl } from '../safe-url.ts'
import { version } from './admin-quiz.ts'
import { PROOF_KINDS, TASK_KINDS, VIEW_KINDS } from './task-kinds.ts'

const offered = z.object({ id: z.uuid(), title: z.string(), description: z.string(), points: z.int() })

/** An open view. All times are from the server's clock, which alone decides. */
export const taskView = z.object({
  openedAt: timestamp,
  /** The earliest time of a claim that counts. */
  readyAt: timestamp,
  /** The rest of `waitSeconds` when this is sent, because a browser's clock may be wrong. */
  secondsLeft: z.int(),
})
export type TaskView = z.infer<typeof taskView>

/** A video or advertisement and the member's progress today. `openedAt` and the next two belong to an open view. */
const viewed = offered.extend({
  isDone: z.boolean(),
  openedAt: taskView.shape.openedAt.nullable(),
  readyAt: taskView.shape.readyAt.nullable(),
  secondsLeft: taskView.shape.secondsLeft.nullable(),
  /** How long the screen waits after opening before it claims. */
  waitSeconds: z.int(),
})

export const videoTask = viewed.extend({
  youtubeUrl: z.string(),
  /** What a player may receive; null: only link to the address, in a new tab. */
  videoId: z.string().nullable(),
})
export type VideoTask = z.infer<typeof videoTask>

export const adTask = viewed.extend({ targetUrl: z.string(), minTimeSeconds: z.int() })
export type AdTask = z.infer<typeof adTask>

const proofState = z.enum(['submitted', 'approved', 'rejected'])

/** A task for which the member submits a proof. */
export const provenTask = offered.extend({
  instructions: z.string(),
  /** The page of the task, if it has one. */
  url: z.string().nullable(),
  /** The member's latest proof. After a rejection they may try again. */
  proof: z.object({ state: proofState, reason: z.string().nullable(), submittedAt: timestamp }).nullable(),
})
export type ProvenTask = z.infer<typeof provenTask>

/** Has no address: opening the link returns one with a click id, which the partner's event repeats. */
export const affiliateLink = offered.extend({
  instructions: z.string(),
  lastClickedAt: timestamp.nullable(),
})
export type AffiliateLink = z.infer<typeof affiliateLink>

export const taskIdInput = z.strictObject({ id })

/** `kind` narrows the id down for callers whose address contains the kind. */
export const openTaskInput = taskIdInput.extend({ kind: z.enum(VIEW_KINDS).optional() })
export type OpenTaskInput = z.infer<typeof openTaskInput>

const earned = z.object({ pointsEarned: z.int(), availablePoints: z.int() })
export const watchedVideo = earned

/** The browser's measurement is stored as evidence and decides nothing, so any number is accepted (SPEC §7). */
export const clickAdInput = z.strictObject({ timeSpent: z.number(), id })
export type ClickAdInput = z.infer<typeof clickAdInput>

export const clickedAd = earned.extend({
  /** False: too little time was spent, and nothing was earned. */
  completed: z.boolean(),
  message: z.string().optional(),
})

const LOOKS_LIKE_A_LINK =
  /^(?:[a-z][a-z0-9+.-]*:\/\/|\/\/|(?:javascript|vbscript|data|blob|file|about):)\S*$/i

export const proofKind = z.enum(PROOF_KINDS)

export const listProvenTasksInput = pageQuery.extend({ kind: proofKind })
export type ListProvenTasksInput = z.infer<typeof listProvenTasksInput>

/** A link or a text. A text never becomes a link; a link has to be safe to open. */
export const submitProofInput = z.strictObject({
  proof: prose(2000)
    .pipe(z.string().min(5))
    .refine((text) => !LOOKS_LIKE_A_LINK.test(text) || isSafeUrl(text), refuse('NOT_A_WHOLE_LINK')),
  id,
  kind: proofKind.optional(),
})
export type SubmitProofInput = z.infer<typeof submitProofInput>

export const submittedProof = z.object({
  id: z.uuid(),
  state: proofState,
  points: z.int(),
  submittedAt: timestamp,
})

export const openedLink = z.object({ url: z.string() })
export type OpenedLink = z.infer<typeof openedLink>

export const adminProof = z.object({
  id: z.uuid(),
  userId: z.uuid(),
  userName: z.string(),
  userEmail: z.string(),
  taskId: z.uuid(),
  title: z.string(),
  description: z.string(),
  instructions: z.string(),
  /** The page of the task, if it has one. */
  taskUrl: z.string().nullable(),
  kind: proofKind,
  proof: z.string(),
  /** The proof, if it is a link that is safe to open. */
  proofUrl: z.string().nullable(),
  points: z.int(),
  state: proofState,
  reason: z.string().nullable(),
  submittedAt: timestamp,
  decidedAt: timestamp.nullable(),
  decidedBy: z.string().nullable(),
  /** The number of this member's approved proofs. */
  approvedBefore: z.int(),
  rejectedBefore: z.int(),
})
export type AdminProof = z.infer<typeof adminProof>

export const listProofsInput = z.strictObject({
  state: proofState.optional(),
  ...pageOf(50),
})
export type ListProofsInput = z.infer<typeof listProofsInput>

/** The member reads `reason` if their proof is rejected. */
export const decideProofInput = z.strictObject({
  /** The proof's member, if the caller knows. */
  memberId: id.optional(),
  decision: z.enum(['approved', 'rejected']),
  reason: prose(500).default(''),
  id,
})
export type DecideProofInput = z.infer<typeof decideProofInput>

const taskKind = z.enum(TASK_KINDS)

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
  /** For a task that members prove. */
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
  ...pageOf(20),
})
export type ListTasksInput = z.infer<typeof listTasksInput>
