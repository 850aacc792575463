import type { SurveyName, ViewName } from './catalogue.ts'
import { type LinkName, type PartnerName, POINTS_AT_FIRST, type ProvenName } from './catalogue.ts'

/** What a call returns, as far as members can see it, or the code of its refusal. */
export type Outcome = Record<string, unknown>

export type Entry = { kind: string; cause: string; points: number; heldPoints: number; day: number }
export type Click = {
  survey: SurveyName | null
  link: LinkName | null
  partner: PartnerName
  points: number
  at: number
  claim: 'open' | 'credited' | 'declined' | null
  /** The points of a granted claim. */
  granted: number
}
export type Credit = {
  click: number
  partner: PartnerName
  transaction: string
  points: number
  usd: number
  day: number
  dueAt: number
  goal: string
  /** What the amount alone buys. */
  bought: number
  state: 'review' | 'pending' | 'available' | 'reversed' | 'cancelled'
  /** Why it went to staff. */
  why?: 'pays-less-than-promised' | 'over-daily-ceiling'
  /** It confirmed a claim that staff had paid. */
  isOfClaim?: true
}
/** A partner's call: the click it names, or null for an unknown click. */
export type Statement = {
  kind: 'credit' | 'screenout' | 'reverse'
  partner: PartnerName
  click: number | null
  transaction: string
  goal: string
  usd: number
}
export type AttemptStatus = 'started' | 'in_progress' | 'completed' | 'screened_out' | 'expired'

/** A member's state according to the rules. Knows neither the database nor the code that it is compared with. */
export function createModel() {
  const ledger: Entry[] = [
    { kind: 'adjustment', cause: 'at first', points: POINTS_AT_FIRST, heldPoints: 0, day: 0 },
  ]
  return {
    /** Since the first noon. */
    hours: 0,
    /** Counts events, so that no two have the same time. */
    moments: 0,
    /** The wait before a video or advertisement, in addition to the hours. */
    secondsWaited: 0,
    isSuspended: false,
    ledger,
    streaks: new Map<number, number>(),
    spins: new Set<number>(),
    quiz: null as { day: number; isSubmitted: boolean } | null,
    view: null as { task: ViewName; openedAt: number } | null,
    viewClaimedAt: 0,
    listed: new Map<'video' | 'ad', { at: number; day: number }>(),
    voidedAt: new Map<ViewName, number>(),
    viewed: new Set<string>(),
    proofs: [] as { task: ProvenName; state: 'submitted' | 'approved' | 'rejected' }[],
    attempts: new Map<SurveyName, { status: AttemptStatus; startedAt: number }>(),
    clicks: [] as Click[],
    claims: [] as { click: number }[],
    credits: [] as Credit[],
    /** `partner/transaction/kind` of accepted events. */
    transactions: new Set<string>(),
    calls: [] as { statement: Statement; isForgotten: boolean }[],
    withdrawals: [] as { points: number; status: 'pending' | 'approved' | 'paid' | 'rejected' }[],
    keys: new Map<string, { request: string }>(),
  }
}
export type Model = ReturnType<typeof createModel>

/** On the first day the clock starts at a quarter past noon. */
export const dayOf = ({ hours }: Model) => Math.floor((12 + hours) / 24)

/** Now, in seconds; always later than before. */
export function momentOf(model: Model): number {
  model.moments += 1
  return model.hours * 3600 + model.secondsWaited + model.moments / 1e6
}

export const availableOf = ({ ledger }: Pick<Model, 'ledger'>) =>
  ledger.reduce((sum, { points }) => sum + points, 0)
export const heldOf = ({ ledger }: Model) => ledger.reduce((sum, { heldPoints }) => sum + heldPoints, 0)

type NewEntry = Pick<Entry, 'kind' | 'cause' | 'points'> & { heldPoints?: number }

/** Book a posting. A cause that is booked already is a mistake of the model, never a second posting. */
export function book(model: Model, { kind, cause, points, heldPoints = 0 }: NewEntry): void {
  if (points === 0 && heldPoints === 0) return
  if (model.ledger.some((entry) => entry.cause === cause)) throw new Error(`${cause} is booked twice`)
  model.ledger.push({ kind, cause, points, heldPoints, day: dayOf(model) })
}

const notEarned = new Set(['adjustment', 'hold', 'release', 'payout'])

/** Points that count as earned, by day. */
export function earnedByDay({ ledger }: Model): Map<number, number> {
  const days = new Map<number, number>()
  for (const { kind, day, points } of ledger) {
    if (!notEarned.has(kind)) days.set(day, (days.get(day) ?? 0) + points)
  }
  return days
}

export const refused = (code: string): Outcome => ({ refused: code })

/** Pick an item of a list by a random number. */
export function pickFrom<T>(list: readonly T[], pick: number): T {
  const item = list[pick % list.length]
  if (item === undefined) throw new Error('nothing to pick from')
  return item
}
