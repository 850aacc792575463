import * as z from 'zod'
import { id, jsonText, searchWords, timestamp } from '../fields.ts'
import { refuse } from '../problems.ts'
import { TRAIT_KEYS } from './eligibility/explain-rule.ts'

/** Of a base this small no interval or comparison is worth reading. */
export const SMALL_BASE = 30
/** Fewer people than this could be recognised by what they answered. */
export const SMALLEST_CELL = 5

/** What a survey is started on. */
export const DEVICES = ['phone', 'tablet', 'desktop'] as const
export type Device = (typeof DEVICES)[number]

const questionId = z.coerce.number().int().min(1).max(999)
const answer = z.string().min(1).max(2000)
const day = z.iso.date()

const filter = {
  id,
  /** Of the questionnaire, by default all of them. 0: the plain list that was asked before the first. */
  version: z.coerce.number().int().min(0).optional(),
  /** The first and last day in Kenya on which the answers were completed. */
  from: day.optional(),
  to: day.optional(),
  /** `accepted`: paid, or about to be. `all`, with `results:raw`: also those that wait for a check, and rejected ones. */
  quality: z.enum(['accepted', 'all']).default('accepted'),
  /** Only who gave this answer: the question's id, `=` and the answer. */
  who: z
    .string()
    .regex(/^[1-9]\d{0,2}=[\s\S]{1,2000}$/, refuse('SURVEY_QUESTION_UNKNOWN'))
    .optional(),
  /**
   * Only who told this about themselves before they completed the survey: `sex=female,county=kisumu,county=kiambu`. Codes of one attribute are
   * alternatives. Without `results:raw` one code, and no other filter.
   */
  profile: z
    .string()
    .max(3000)
    .regex(/^[a-z]{1,20}=[a-z0-9_-]{1,40}(,[a-z]{1,20}=[a-z0-9_-]{1,40}){0,99}$/, refuse('TRAIT_UNKNOWN'))
    .optional(),
}

/** The shares that a population has, by question id or attribute of the profile, and answer: each at least 0.01, all of a question together 1. */
const shares = z
  .record(answer, z.number().min(0.01).max(1))
  .refine((all) => Object.keys(all).length <= 30, refuse('TOO_MANY', { max: 30 }))
  .refine(
    (all) => Math.abs(Object.values(all).reduce((sum, share) => sum + share, 0) - 1) < 0.005,
    refuse('SHARES_NOT_ONE'),
  )
const weights = z
  .record(z.string().regex(/^([1-9]\d{0,2}|[a-z]{1,20})$/), shares)
  .refine((all) => Object.keys(all).length <= 3, refuse('TOO_MANY', { max: 3 }))
export type Weights = z.infer<typeof weights>

export const surveyResultsInput = z.strictObject({
  ...filter,
  /** JSON, so that an address can hold it: `{"2":{"yes":0.3,"no":0.7},"sex":{"female":0.51,"male":0.49}}`. */
  weights: jsonText(4000).pipe(weights).optional(),
})
export type SurveyResultsInput = z.infer<typeof surveyResultsInput>

/** A share of the base between 0 and 1 with its 95 % interval; null where the base is too small to say. */
const share = z.object({ share: z.number(), low: z.number().nullable(), high: z.number().nullable() })

const resultRow = z.object({
  /** As it is stored, and in words. */
  answer: z.string(),
  label: z.string(),
  /** Null: 1 to 4 people, whom only some roles may see, or the one that could be worked out from the others. */
  count: z.int().nullable(),
  share: share.nullable(),
})

export const questionResult = z.object({
  id: z.int(),
  /** The row of a grid; otherwise empty. */
  part: z.string(),
  question: z.string(),
  type: z.string(),
  /** People may give several answers, whose shares add up to more than 1. */
  isMultiple: z.boolean(),
  /** How many people answered it. Null: 1 to 4, or it would tell so few others. */
  base: z.int().nullable(),
  isSmallBase: z.boolean(),
  /** Empty for open answers. */
  rows: z.array(resultRow),
  /** Of a question with numbers. */
  mean: z
    .object({
      mean: z.number(),
      deviation: z.number(),
      low: z.number().nullable(),
      high: z.number().nullable(),
    })
    .nullable(),
})
export type QuestionResult = z.infer<typeof questionResult>

const traitGroups = z.object({
  trait: z.enum(TRAIT_KEYS),
  /** Without those of whom there is nobody. */
  codes: z.array(
    z.object({
      code: z.string(),
      /** Null: a group that may not be chosen, because it is small or tells about one that is. */
      people: z.int().nullable(),
    }),
  ),
})
export type TraitGroups = z.infer<typeof traitGroups>

export const surveyResults = z.object({
  id: z.uuid(),
  title: z.string(),
  /**
   * Of the questionnaire, newest first; none for a plain list. 0: the plain list that was asked before the first, if five people or more
   * have answered it. `version` is the one that is counted; null: all of them.
   */
  versions: z.array(z.int()),
  version: z.int().nullable(),
  /** Attempts by what became of them, whatever the filter. Without `results:raw`, null: 1 to 4, or it would tell so few others. */
  attempts: z.object({
    started: z.int().nullable(),
    completed: z.int().nullable(),
    accepted: z.int().nullable(),
    waiting: z.int().nullable(),
    rejected: z.int().nullable(),
    screenedOut: z.int().nullable(),
  }),
  /**
   * Without `results:raw` answers join the counts at least five at a time: when that last happened. Null: none have yet, or the reader counts
   * answers as they come.
   */
  countedAt: timestamp.nullable(),
  /** Of accepted answers, from the start to the end. */
  medianSeconds: z.number().nullable(),
  days: z.array(z.object({ day, completed: z.int() })),
  /** How many people the filter leaves. Null: hidden. */
  base: z.int().nullable(),
  /** With weights: as many people asked at random say as much. Null without. */
  effectiveBase: z.number().nullable(),
  questions: z.array(questionResult),
  /** Who they are, as far as they had told it: everyone whose answers were accepted, whatever the filter. */
  groups: z.array(traitGroups),
})
export type SurveyResults = z.infer<typeof surveyResults>

export const crossTabInput = z.strictObject({
  ...filter,
  rows: questionId,
  /** What makes the groups: a question, or an attribute of the profile. */
  columns: z.union([questionId, z.enum(TRAIT_KEYS)]),
})
export type CrossTabInput = z.infer<typeof crossTabInput>

const groupColumn = z.object({ letter: z.string(), answer: z.string(), label: z.string() })
const tableCell = z.object({
  count: z.int().nullable(),
  share: z.number().nullable(),
  /** The columns whose share is lower, in all likelihood not by chance (95 %). */
  letters: z.string(),
})

export const crossTab = z.object({
  columns: z.array(groupColumn.extend({ base: z.int().nullable(), isSmallBase: z.boolean() })),
  rows: z.array(z.object({ answer: z.string(), label: z.string(), cells: z.array(tableCell) })),
})
export type CrossTab = z.infer<typeof crossTab>

export const MAX_BREAKS = 5
/** Of all breaks of a banner together. */
export const MAX_BANNER_COLUMNS = 200
/** Keys between commas. */
const keys = (pattern: RegExp, max: number) =>
  z
    .string()
    .max(4000)
    .regex(pattern, refuse('SURVEY_QUESTION_UNKNOWN'))
    .refine((all) => all.split(',').length <= max, refuse('TOO_MANY', { max }))

export const tablesInput = z.strictObject({
  ...filter,
  /** What makes the columns behind the total: questions by their ids, and attributes of the profile. `2,sex`. */
  breaks: keys(/^([1-9]\d{0,2}|[a-z]{1,20})(,([1-9]\d{0,2}|[a-z]{1,20}))*$/, MAX_BREAKS).optional(),
  /** The ids of the questions that have a table, by default all: `1,4,7`. */
  questions: keys(/^[1-9]\d{0,2}(,[1-9]\d{0,2})*$/, 999).optional(),
  weights: jsonText(4000).pipe(weights).optional(),
})
export type TablesInput = z.infer<typeof tablesInput>

const bannerColumn = groupColumn.extend({
  /** The place of its break. Null: the total, or the row of a grid. */
  break: z.int().nullable(),
})
export type BannerColumn = z.infer<typeof bannerColumn>

const surveyTable = z.object({
  id: z.int(),
  /** The row of a grid; otherwise empty. */
  part: z.string(),
  question: z.string(),
  type: z.string(),
  isMultiple: z.boolean(),
  /** Null: those of the banner. Otherwise the rows of a grid, which the table compares. */
  columns: z.array(bannerColumn).nullable(),
  /** Who answered, by column. Null: hidden. */
  bases: z.array(
    z.object({
      people: z.int().nullable(),
      /** Of the weights, and as many people asked at random: the same as `people` without weights. */
      weighted: z.number().nullable(),
      effective: z.number().nullable(),
      /** Compared with no other column. */
      isSmall: z.boolean(),
    }),
  ),
  rows: z.array(
    z.object({
      /** `top` and `bottom`: the two best and the two worst answers of a rating or scale together, as `9, 10`. */
      kind: z.enum(['answer', 'top', 'bottom']),
      answer: z.string(),
      label: z.string(),
      cells: z.array(tableCell),
    }),
  ),
  /** Of a question with numbers, by column; otherwise empty. */
  means: z.array(z.object({ mean: z.number(), deviation: z.number() }).nullable()),
  /** Net promoter score from -100 to 100, of a scale from 0 to 10, by column; otherwise empty. */
  promoters: z.array(z.number().nullable()),
})
export type SurveyTable = z.infer<typeof surveyTable>

/** Of every question the shares of its answers in columns side by side: everyone, and the groups of each break. */
export const surveyTables = z.object({
  id: z.uuid(),
  title: z.string(),
  countedAt: timestamp.nullable(),
  /** Whether shares and means are those of a population with the given shares. */
  isWeighted: z.boolean(),
  breaks: z.array(z.object({ key: z.string(), label: z.string() })),
  columns: z.array(bannerColumn),
  tables: z.array(surveyTable),
})
export type SurveyTables = z.infer<typeof surveyTables>

export const openAnswersInput = z.strictObject({
  ...filter,
  /** By default the first open question. */
  questionId: questionId.optional(),
  search: searchWords.optional(),
  /** Only answers in the category with this code; 0: only those in none. */
  category: z.coerce.number().int().min(0).max(999).optional(),
  /** The `id` of the previous page's last row. */
  after: z
    .string()
    .regex(/^r[0-9a-f]{15}$/)
    .optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
})
export type OpenAnswersInput = z.infer<typeof openAnswersInput>

/** `id` is a pseudonym: the same for all answers of one person to this survey, and another in every other survey. */
export const openAnswer = z.object({
  id: z.string(),
  answer: z.string(),
  /** The first day of the period in which five people or more completed the survey. Null: fewer have in all. */
  answeredOn: day.nullable(),
  /** The codes of its categories. */
  categories: z.array(z.int()),
})
export type OpenAnswer = z.infer<typeof openAnswer>

export const RESULT_FORMATS = ['csv', 'json', 'triple-s', 'sav', 'xlsx'] as const
export const exportResultsInput = z.strictObject({
  ...filter,
  format: z.enum(RESULT_FORMATS).default('csv'),
  /** Of CSV and JSON: closed answers as the author's codes, as the numbers that never change, or in words. */
  cells: z.enum(['codes', 'numbers', 'words']).default('codes'),
  /** Adds a column of weights. */
  weights: jsonText(4000).pipe(weights).optional(),
})
export const codebookInput = z.strictObject({
  id: filter.id,
  version: filter.version,
  /** As the data was exported. */
  weights: jsonText(4000).pipe(weights).optional(),
})
export type CodebookInput = z.infer<typeof codebookInput>

/** A respondent in a JSON file: the columns of the codebook. */
export const respondentRow = z.record(z.string(), z.union([z.string(), z.number(), z.null()]))
export type ExportResultsInput = z.infer<typeof exportResultsInput>
