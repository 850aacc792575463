import * as z from 'zod'
import { businessDay } from '../business-day.ts'
import { id, line } from '../fields.ts'
import { PAGE_ROUTES } from '../page-routes.ts'
import { refuse } from '../problems.ts'
import { timestamp } from '../timestamp.ts'
import { REWARD_KINDS } from '../wallet/posting-kinds.ts'

/** Of one look at the figures: a leap year. */
const MOST_FIGURE_DAYS = 366

const DAY_MS = 24 * 3600 * 1000
const countDays = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1

const period = z.strictObject({ from: businessDay, to: businessDay })

function bounded<Input extends z.ZodType<{ from: string; to: string }>>(input: Input) {
  return input
    .refine(({ from, to }) => from <= to, { path: ['to'], ...refuse('BEFORE_FIELD', { field: 'from' }) })
    .refine(({ from, to }) => countDays(from, to) <= MOST_FIGURE_DAYS, {
      path: ['to'],
      ...refuse('PERIOD_TOO_LONG', { days: MOST_FIGURE_DAYS }),
    })
}

/** The first and the last business day, both included. What is still to come is left out of an answer. */
export const figurePeriod = bounded(period)
export type FigurePeriod = z.infer<typeof figurePeriod>

export const offerFunnelInput = bounded(period.extend({ id }))
export type OfferFunnelInput = z.infer<typeof offerFunnelInput>

/** What adds to or takes from what members have earned. */
const EARNED_KINDS = [...REWARD_KINDS, 'reversal'] as const

export const dailyFigures = z.object({
  day: z.string(),
  signUps: z.int(),
  /** Members who earned on that day or asked for money. */
  activeMembers: z.int(),
  /** Points by what they were earned with; what a partner took back on that day counts below zero, as `reversal`. */
  earned: z.partialRecord(z.enum(EARNED_KINDS), z.int()),
  /** Withdrawals that were paid. */
  paidCount: z.int(),
  /** What members were sent for them, after tax. */
  paidKes: z.int(),
  pageViews: z.int(),
  /** All points that members had at the end of the day, held ones too. */
  owedPoints: z.int(),
  /** The same at the rate of that day. */
  owedKes: z.int(),
})
export type DailyFigures = z.infer<typeof dailyFigures>

/** Each step by itself: what was completed in these days may have been started before. */
export const offerFunnel = z.object({
  clicks: z.int(),
  started: z.int(),
  completed: z.int(),
  credited: z.int(),
})
export type OfferFunnel = z.infer<typeof offerFunnel>

export const listOfferChoicesInput = z.strictObject({
  search: line(200).optional(),
  /** Comes first, whatever is searched for. */
  chosen: id.optional(),
})
export type ListOfferChoicesInput = z.infer<typeof listOfferChoicesInput>
export const offerChoice = z.object({ id: z.uuid(), title: z.string() })
export type OfferChoice = z.infer<typeof offerChoice>

export const routeViews = z.object({ route: z.string(), views: z.int() })
export type RouteViews = z.infer<typeof routeViews>

const recentClick = z.object({
  id: z.uuid(),
  title: z.string(),
  clickedAt: timestamp,
  user: z.object({ firstName: z.string(), lastName: z.string() }),
})
export type RecentClick = z.infer<typeof recentClick>

/** Clicks of all times, and the newest few of each sort. */
export const clickFigures = z.object({
  surveyClicks: z.int(),
  affiliateClicks: z.int(),
  recentSurveyClicks: z.array(recentClick),
  recentAffiliateClicks: z.array(recentClick),
})

/** The pattern of an address, and nothing else about it. */
export const pageViewInput = z.strictObject({ route: z.enum(PAGE_ROUTES) })
export type PageViewInput = z.infer<typeof pageViewInput>
export const pageViewResult = z.object({ message: z.string() })
