import * as z from 'zod'
import { fileText, id, line, timestamp } from '../../fields.ts'
import { refuse } from '../../problems.ts'

export const MAX_CELLS = 400
const MAX_DIMENSIONS = 4

const code = z.string().regex(/^[a-z0-9][a-z0-9_-]{0,39}$/i)

/** People who count as the same. */
const quotaGroup = z.strictObject({
  code,
  label: line(60),
  /** The answers that belong to it. */
  codes: z.array(code).min(1).max(60),
})

/**
 * profile: an attribute that members told us, or `age`, whose answers are bands of ages · question: a single choice of the questionnaire's
 * screening.
 */
const quotaDimension = z.strictObject({
  source: z.enum(['profile', 'question']),
  /** Of the attribute or question. */
  code,
  label: line(60),
  groups: z
    .array(quotaGroup)
    .min(1)
    .max(50)
    .refine((groups) => isUnique(groups.map((group) => group.code)), refuse('REPEATED'))
    .refine((groups) => isUnique(groups.flatMap(({ codes }) => codes)), refuse('REPEATED')),
})
export type QuotaDimension = z.infer<typeof quotaDimension>

const isUnique = (codes: string[]) => new Set(codes).size === codes.length

const target = z.int().min(0).max(1_000_000)
const quotaTarget = z.strictObject({
  /** The code of one group of each dimension, in their order. */
  groups: z.array(code).max(MAX_DIMENSIONS),
  target,
})
export type QuotaTarget = z.infer<typeof quotaTarget>

const quotaPlan = {
  dimensions: z
    .array(quotaDimension)
    .max(MAX_DIMENSIONS)
    .refine((all) => isUnique(all.map(({ source, code }) => `${source}:${code}`)), refuse('REPEATED')),
  /** Cells that are left out get no members. */
  cells: z.array(quotaTarget).min(1).max(MAX_CELLS),
  /** How many accepted completes the survey is for. */
  total: target.min(1),
  /** The number of places after which the survey pauses until staff release it. */
  softLaunch: target.min(1).nullable(),
  /** How much of each cell may be taken on one day, so that answers come from many days. */
  dailyPercent: z.int().min(1).max(100).nullable(),
  /** How long a place waits for the next answer, in minutes. */
  holdMinutes: z.int().min(5).max(1440),
}

/** The version that the editor was filled from; 0 before the first. */
const quotaVersion = z.int().min(0).max(1_000_000)

export const quotasIdInput = z.strictObject({ id })
export const saveQuotasInput = z.strictObject({
  version: quotaVersion,
  ...quotaPlan,
  softLaunch: quotaPlan.softLaunch.default(null),
  dailyPercent: quotaPlan.dailyPercent.default(null),
  holdMinutes: quotaPlan.holdMinutes.default(60),
  id,
})
export type SaveQuotasInput = z.infer<typeof saveQuotasInput>

export const releaseQuotasInput = z.strictObject({ version: quotaVersion.min(1), id })
export type ReleaseQuotasInput = z.infer<typeof releaseQuotasInput>

export const importQuotasInput = z.strictObject({
  version: quotaVersion.min(1),
  /** The columns of the download: one for each dimension, and `Target`. */
  csv: fileText(200_000, 0.2),
  id,
})
export type ImportQuotasInput = z.infer<typeof importQuotasInput>

const quotaCell = z.object({
  /** The codes of its groups, joined by `|`. */
  id: z.string(),
  groups: z.array(z.string()),
  target: z.int(),
  /** Places of members who are answering now. Null: without `results:raw`, as each tells what one member is. */
  reserved: z.int().nullable(),
  /** Answers that we check, or whose member appeals. Null as `reserved`. */
  answered: z.int().nullable(),
  /** Without `results:raw` of the people in the counts of results, and null where they are 1 to 4 or would tell so few others. */
  accepted: z.int().nullable(),
  /** When it is full at the present pace. Null: it is full, too little is known, or `reserved` is null. */
  finishesAt: timestamp.nullable(),
})

export const surveyQuotas = z.object({
  title: z.string(),
  /** 0: there are none yet. */
  version: z.int(),
  dimensions: z.array(quotaDimension),
  total: z.int(),
  softLaunch: z.int().nullable(),
  dailyPercent: z.int().nullable(),
  holdMinutes: z.int(),
  cells: z.array(quotaCell),
  /** Without `results:raw` of the people in the counts of results. */
  acceptedCount: z.int(),
  /** Accepted after an appeal, when the cell was full: paid, and beyond the targets. */
  surplusCount: z.int(),
  /** The soft launch has all its places, and waits for a release. */
  isPaused: z.boolean(),
  releasedAt: timestamp.nullable(),
  releasedBy: z.string().nullable(),
  savedAt: timestamp.nullable(),
  savedBy: z.string().nullable(),
  /** Members have places: targets can change, dimensions cannot. */
  isFrozen: z.boolean(),
  /** The counts agree with the attempts. If not, something is wrong with us. */
  isSound: z.boolean(),
  /** What is wrong with them beside the questionnaire. */
  issues: z.array(z.object({ level: z.enum(['error', 'warning']), path: z.string(), message: z.string() })),
})
export type SurveyQuotas = z.infer<typeof surveyQuotas>

/** What the questionnaire offers as a dimension, beside the profile. */
export const toCellId = (groups: readonly string[]) => groups.join('|')
