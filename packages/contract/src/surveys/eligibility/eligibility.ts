import * as z from 'zod'
import { id, jsonText, line, timestamp } from '../../fields.ts'
import { refuse } from '../../problems.ts'
import { profileAttribute } from '../../profile/profile.ts'
import { type AttributeKey, PROFILE_ATTRIBUTES } from '../../profile/profile-attributes.ts'

/** How deep a rule may nest, and of how many parts it may consist. */
export const MAX_RULE_DEPTH = 5
const MAX_RULE_PARTS = 50

const whole = z.int().min(0).max(100_000)
const year = z.int().min(1900).max(2100)
const range = <Field extends z.ZodType>(field: Field) => ({ from: field.optional(), to: field.optional() })
const isBounded = ({ from, to }: { from?: unknown; to?: unknown }) => from !== undefined || to !== undefined
const codes = z.array(z.string().max(40)).min(1).max(50)

const hasCodesOf = ({ attribute, codes: given }: { attribute: AttributeKey; codes: readonly string[] }) => {
  const known = PROFILE_ATTRIBUTES[attribute].options.map(({ code }) => code)
  return given.every((code) => known.includes(code))
}

/** One thing about a member. What a member did not say never fits, neither `any-of` nor `none-of`. */
const test = z.discriminatedUnion('is', [
  z
    .strictObject({ is: z.literal('any-of'), attribute: profileAttribute, codes })
    .refine(hasCodesOf, { path: ['codes'], ...refuse('INVALID') }),
  z
    .strictObject({ is: z.literal('none-of'), attribute: profileAttribute, codes })
    .refine(hasCodesOf, { path: ['codes'], ...refuse('INVALID') }),
  /** Whole years, from the year of birth: someone may be a year younger. */
  z
    .strictObject({ is: z.literal('age'), ...range(whole.max(150)) })
    .refine(isBounded, refuse('RULE_RANGE_MISSING')),
  z.strictObject({ is: z.literal('born'), ...range(year) }).refine(isBounded, refuse('RULE_RANGE_MISSING')),
  /** Completed surveys, of one category or all. */
  z
    .strictObject({ is: z.literal('completed'), category: line(60).optional(), ...range(whole) })
    .refine(isBounded, refuse('RULE_RANGE_MISSING')),
  /** Never started any of these surveys: earlier waves of the same study. */
  z.strictObject({ is: z.literal('new-to'), surveys: z.array(id).min(1).max(20) }),
  /** Completed one of these surveys: those whom the next wave asks again. */
  z.strictObject({ is: z.literal('took'), surveys: z.array(id).min(1).max(20) }),
  z
    .strictObject({ is: z.literal('joined-days'), ...range(whole) })
    .refine(isBounded, refuse('RULE_RANGE_MISSING')),
  z.strictObject({ is: z.literal('premium'), value: z.boolean() }),
  z.strictObject({ is: z.literal('country'), countries: z.array(line(60)).min(1).max(20) }),
  /** The share of completed surveys whose answers were not rejected. Without any it never fits. */
  z.strictObject({ is: z.literal('accepted-percent'), from: z.int().min(0).max(100) }),
  /** Surveys with quality flags, and unlikely changes of the profile. */
  z.strictObject({ is: z.literal('flags'), to: whole }),
])
export type RuleTest = z.infer<typeof test>

/** Who may take a survey. */
export type Rule = { and: Rule[] } | { or: Rule[] } | { not: Rule } | RuleTest

type Open = { part: unknown; depth: number; path: PropertyKey[] }

/** Walks with a list instead of recursion: a hostile rule can nest a million times. */
function checkRule(rule: unknown, ctx: z.core.$RefinementCtx): void {
  const open: Open[] = [{ part: rule, depth: 1, path: [] }]
  let parts = 0
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { part, depth, path } = next
    parts += 1
    const limit =
      depth > MAX_RULE_DEPTH
        ? refuse('LOGIC_TOO_DEEP', { max: MAX_RULE_DEPTH })
        : parts + open.length > MAX_RULE_PARTS && refuse('LOGIC_TOO_LARGE', { max: MAX_RULE_PARTS })
    if (limit) {
      ctx.addIssue({ code: 'custom', message: limit.error, path: [] })
      return
    }
    const inner = findInner(part)
    if (inner) {
      if (inner.length > MAX_RULE_PARTS) {
        ctx.addIssue({ code: 'custom', message: refuse('LOGIC_TOO_LARGE', { max: MAX_RULE_PARTS }).error })
        return
      }
      for (const [key, each] of inner) open.push({ part: each, depth: depth + 1, path: [...path, ...key] })
      continue
    }
    const parsed = test.safeParse(part)
    if (!parsed.success) {
      ctx.addIssue({
        code: 'custom',
        message: refuse('RULE_PART_WRONG', {
          path: [...path, ...(parsed.error.issues[0]?.path ?? [])].join('.'),
        }).error,
      })
      return
    }
  }
}

function findInner(part: unknown): [PropertyKey[], unknown][] | null {
  if (typeof part !== 'object' || part === null || Object.keys(part).length !== 1) return null
  if ('not' in part) return [[['not'], part.not]]
  const [join, list] = Object.entries(part)[0] ?? []
  if ((join !== 'and' && join !== 'or') || !Array.isArray(list) || list.length === 0) return null
  return list.map((each, index) => [[join, index], each])
}

/** A rule, nested at most five times, of at most fifty parts. */
export const rule = z.unknown().superRefine(checkRule).meta({ type: 'object' }) as z.ZodType<Rule, Rule>

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
