import * as z from 'zod'
import { bounded, period } from '../business-day.ts'
import { id, line, timestamp } from '../fields.ts'
import { PAGE_ROUTES } from '../page-routes.ts'
import { REWARD_KINDS } from '../posting-kinds.ts'

export const offerFunnelInput = bounded(period.extend({ id }))
export type OfferFunnelInput = z.infer<typeof offerFunnelInput>

/** Kinds of postings that change what members have earned. */
const EARNED_KINDS = [...REWARD_KINDS, 'reversal'] as const

export const dailyFigures = z.object({
  day: z.string(),
  signUps: z.int(),
  /** Members who earned or requested money on that day. */
  activeMembers: z.int(),
  /** Points by how they were earned; what partners took back on that day is negative, under `reversal`. */
  earned: z.partialRecord(z.enum(EARNED_KINDS), z.int()),
  paidCount: z.int(),
  /** What members received for them, after tax. */
  paidKes: z.int(),
  pageViews: z.int(),
  /** All points of members at the end of the day, including held ones. */
  owedPoints: z.int(),
  /** The same at that day's rate. */
  owedKes: z.int(),
})
export type DailyFigures = z.infer<typeof dailyFigures>

/** Each step counts independently: what was completed in this period may have been started earlier. */
export const offerFunnel = z.object({
  clicks: z.int(),
  started: z.int(),
  completed: z.int(),
  credited: z.int(),
})
export type OfferFunnel = z.infer<typeof offerFunnel>

export const listOfferChoicesInput = z.strictObject({
  search: line(200).optional(),
  /** Listed first, regardless of the search. */
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

/** All clicks ever, and the newest few of each kind. */
export const clickFigures = z.object({
  surveyClicks: z.int(),
  affiliateClicks: z.int(),
  recentSurveyClicks: z.array(recentClick),
  recentAffiliateClicks: z.array(recentClick),
})

/** Only the pattern of an address. */
export const pageViewInput = z.strictObject({ route: z.enum(PAGE_ROUTES) })
export type PageViewInput = z.infer<typeof pageViewInput>
export const pageViewResult = z.object({ message: z.string() })
