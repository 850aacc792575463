import * as z from 'zod'
import { id, jsonText } from '../../fields.ts'
import { profileAttribute } from '../../profile/profile.ts'
import { timestamp } from '../../timestamp.ts'
import { rule } from './rule.ts'

export const eligibilityIdInput = z.strictObject({ id })

/** `rule`: null takes the rule away. `version`: the one that was read, 0 before the first. */
export const saveEligibilityInput = z.strictObject({
  version: z.int().min(0).max(1_000_000),
  rule: rule.nullable(),
  id,
})
export type SaveEligibilityInput = z.infer<typeof saveEligibilityInput>

/** Who may take a survey. */
export const eligibility = z.object({
  /** 0: never saved. */
  version: z.int(),
  /** Null: everyone in the survey's country. */
  rule: rule.nullable(),
  savedAt: timestamp.nullable(),
  savedBy: z.string().nullable(),
})
export type Eligibility = z.infer<typeof eligibility>

/** What a second person reads about a rule that fits few, as the request's `before` and `after`. */
export const ruleBefore = z.object({
  rule: rule.nullable(),
  title: z.string(),
  /** In USD. */
  reward: z.number(),
})
/** In the `after` of a request that waits because few could take the survey. Null: 1 to 4, whom only some roles may see. */
export const fewMembers = z.object({ members: z.int().nullable() })
export const ruleAfter = ruleBefore.extend(fewMembers.shape)

export const countAudienceInput = z.strictObject({
  id,
  /** A rule as JSON, saved or not; without it everyone in the survey's country. */
  rule: jsonText(8000).pipe(rule).optional(),
  /** Counts them by the answers to this too. */
  by: profileAttribute.optional(),
})
export type CountAudienceInput = z.infer<typeof countAudienceInput>

/** How many members. With an estimate, 95 of 100 times the number is between `low` and `high`. */
const members = z.object({ members: z.int(), low: z.int(), high: z.int() })

/** Members who were active in the last 30 days: how many there are, and how many of them a rule fits. */
export const audience = z.object({
  active: members,
  /** Null: 1 to 4, whom only some roles may see. */
  reached: members.nullable(),
  /** Counted among a random share of the members, because there are many. */
  isEstimate: z.boolean(),
  cells: z.array(z.object({ code: z.string(), members: members.nullable() })),
  /** What the estimate of completes is from: the last days with completed surveys. */
  basis: z.object({
    days: z.int(),
    surveys: z.int(),
    started: z.int(),
    completed: z.int(),
  }),
  /** Null without any completed survey to go by, or while `reached` is hidden. */
  completesPerDay: z.number().nullable(),
  warning: z.enum(['nobody', 'everybody']).nullable(),
  /** Fewer than `below` fit, or may fit where it is not certain: saving the rule needs a second person. Null: it does not. */
  second: z.object({ below: z.int(), isCertain: z.boolean() }).nullable(),
})
export type Audience = z.infer<typeof audience>
