import type { StoryBase } from '@chuma/db/seed-story/read-story-base'
import type { StoryPosting, StoryRow, StoryRows } from '@chuma/db/seed-story/story-rows'

/** What becomes of a member beyond an ordinary life. */
export type Fate =
  | 'ordinary'
  | 'premium'
  | 'lapsed'
  | 'suspended'
  | 'paused'
  | 'appealing'
  | 'refused'
  | 'resumed'
  | 'unverified'
  | 'closing'
  | 'erased'
  | 'indebted'
  | 'dormant'

export type Person = {
  memberId: string
  firstName: string
  lastName: string
  email: string
  country: string
  language: 'en' | 'sw'
  fate: Fate
  joinedAt: Date
  joinedDaysAgo: number
  /** The last day on which they came back. 0: they still do. */
  leftDaysAgo: number
  /** The share of days on which they come. */
  keenness: number
  /** From how many days ago they have premium; null: never. */
  premiumFrom: number | null
  premiumUntil: Date | null
  mpesaNumber: string
  /** Null: paid by M-Pesa. */
  bank: { bankName: string; accountNumber: string; accountName: string } | null
  device: string
  address: string
  lastSeenAt: Date
  /** An account of the log-in page: today is left to the person who tries the demo. */
  isVisitors: boolean
  /** From when on they cannot withdraw; null: they always can. */
  pausedAt: Date | null
}

export type Withdrawal = {
  person: Person
  row: StoryRow<'withdrawal'> & { withdrawalId: string; points: number; amountKes: number }
}

/** A member who left for a partner's page. */
export type Click = {
  clickId: string
  reference: string
  partnerId: string
  title: string
  /** What the click promised; 0: only the partner knows. */
  points: number
  amountUsd: number
  at: Date
  attempt: StoryRow<'surveyAttempt'> | null
}

export type World = {
  base: StoryBase
  calendar: Calendar
  random: Random
  ledger: Ledger
  rows: StoryRows
  people: Person[]
  surveys: StorySurvey[]
  tasks: StoryTask[]
  partners: { research: string; panel: string; offers: string; former: string }
  withdrawals: Withdrawal[]
  passwordHash: string
}

export type StorySurvey = Omit<StoryBase['surveys'][number], 'kind'> & {
  kind: StoryBase['surveys'][number]['kind']
  fromDaysAgo: number
  isOpen: boolean
}
export type StoryTask = StoryBase['tasks'][number] & { fromDaysAgo: number }

/** The first day of the story. */
export const STORY_DAYS = 90
/** Radio spots and a bonus for inviting friends: more members, and busier ones. */
export const CAMPAIGN = { from: 42, to: 33, bonusPoints: 5 } as const
export const isCampaign = (daysAgo: number) => daysAgo <= CAMPAIGN.from && daysAgo >= CAMPAIGN.to

/** The staff who act in the story. `admin` and `finance` are the accounts of the log-in page. */
export const STAFF = {
  owner: 'admin',
  finance: 'finance',
  payer: 'kiptoo',
  content: 'wairimu',
  support: 'halima',
  analyst: 'musa',
  former: 'odera',
} as const
export type StaffName = (typeof STAFF)[keyof typeof STAFF]

export const actorOf = (name: StaffName) => `staff:${name}`

const ADDRESSES: Record<StaffName, string> = {
  admin: '196.201.216.14',
  finance: '41.90.64.20',
  kiptoo: '105.163.0.77',
  wairimu: '41.212.88.5',
  halima: '102.135.170.9',
  musa: '197.248.31.40',
  odera: '41.139.200.66',
}

type Act = {
  at: Date
  by: StaffName | 'system'
  action: string
  subject: string
  before?: object
  after?: object
  reason?: string
}

/** Write what staff did into the audit log. What lies in the future is left out, and false is returned. */
export function audit({ rows, calendar }: World, { by, before, after, reason, ...act }: Act): boolean {
  if (!calendar.isPast(act.at)) return false
  rows.auditEntry.push({
    at: act.at,
    actor: by === 'system' ? by : actorOf(by),
    action: act.action,
    subject: act.subject,
    before: before ?? null,
    after: after ?? null,
    reason: reason ?? null,
    address: by === 'system' ? null : ADDRESSES[by],
  })
  return true
}

type News = { at: Date; kind: string; to: string; subject: string }

/** Record a mail that left at the time. Most arrive; a few addresses never take one. */
export function mail({ rows, random, calendar }: World, { at, kind, to, subject }: News): void {
  if (!calendar.isPast(at)) return
  const jobId = random.uuid()
  rows.mailDelivery.push({
    jobId,
    kind,
    recipient: to,
    subject,
    messageId: `${jobId}@demo.chuma`,
    state: 'sent',
    attempts: 1,
    lastError: null,
    createdAt: at,
    settledAt: new Date(at.getTime() + 900),
  })
}

/** Book what a member earned. */
export function reward(
  { ledger }: World,
  { memberId }: Person,
  earned: {
    at: Date
    kind:
      | 'survey'
      | 'daily-login'
      | 'spin'
      | 'quiz'
      | 'video'
      | 'ad'
      | 'social'
      | 'micro-job'
      | 'offer'
      | 'referral'
      | 'claim'
    points: number
    sourceKey: string
    description: string
    subjectId?: string
    actor?: string
  },
): void {
  const { at, kind, points, sourceKey, description, subjectId = null, actor = `member:${memberId}` } = earned
  ledger.book(memberId, {
    at,
    kind,
    availableDelta: points,
    heldDelta: 0,
    houseAccount: 'rewards',
    sourceKey,
    description,
    subjectId,
    actor,
  })
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Nairobi has no daylight saving time. */
const NAIROBI_MS = 3 * HOUR_MS

export type Calendar = ReturnType<typeof createCalendar>

/** Reckon in Nairobi's days, counted back from `now`: 0 is today, 1 yesterday. */
export function createCalendar(now: Date) {
  const today = Math.floor((now.getTime() + NAIROBI_MS) / DAY_MS) * DAY_MS - NAIROBI_MS
  const midnight = (daysAgo: number) => today - daysAgo * DAY_MS
  const calendar = {
    now,
    /** This minute of that day. */
    at: (daysAgo: number, minutes: number) => new Date(midnight(daysAgo) + Math.round(minutes * 60_000)),
    dayOf: (moment: Date) => new Date(moment.getTime() + NAIROBI_MS).toISOString().slice(0, 10),
    daysAgoOf: (moment: Date) => Math.ceil((today - moment.getTime()) / DAY_MS),
    /** 0 is Sunday. */
    weekdayOf: (daysAgo: number) => new Date(midnight(daysAgo) + NAIROBI_MS).getUTCDay(),
    isWeekend: (daysAgo: number) => [0, 6].includes(calendar.weekdayOf(daysAgo)),
    isPast: (moment: Date) => moment < now,
    /** The next moment at which somebody of staff is at their desk: eight to six, on weekdays. */
    atDesk: (moment: Date): Date => {
      const daysAgo = calendar.daysAgoOf(moment)
      const minutes = (moment.getTime() - midnight(daysAgo)) / 60_000
      if (calendar.isWeekend(daysAgo) || minutes > 18 * 60) {
        return calendar.atDesk(calendar.at(daysAgo - 1, 8 * 60 + (minutes % 50)))
      }
      return minutes < 8 * 60 ? calendar.at(daysAgo, 8 * 60 + (minutes % 50)) : moment
    },
  }
  return calendar
}

export const later = (moment: Date, minutes: number) =>
  new Date(moment.getTime() + Math.round(minutes * 60_000))

type Booking = Pick<StoryPosting, 'kind' | 'availableDelta' | 'heldDelta' | 'houseAccount'> &
  Pick<StoryPosting, 'sourceKey' | 'description' | 'subjectId' | 'actor'> & {
    at: Date
    /** The source key of the posting that it reverses. */
    reverses?: string
  }

type Ledger = ReturnType<typeof createLedger>

/** Collect postings in any order, and number and add them up in the order of their times. */
export function createLedger() {
  const books = new Map<string, Booking[]>()
  const bookOf = (memberId: string) =>
    (books.get(memberId) ?? []).toSorted((a, b) => a.at.getTime() - b.at.getTime())
  return {
    book: (memberId: string, booking: Booking) => {
      books.set(memberId, [...(books.get(memberId) ?? []), booking])
    },
    /** What a withdrawal at this time may take without making the balance of any later time negative. */
    spendableAt: (memberId: string, at: Date): number => {
      let balance = 0
      let least = Number.POSITIVE_INFINITY
      for (const { at: time, availableDelta } of bookOf(memberId)) {
        if (time > at) least = Math.min(least, balance)
        balance += availableDelta
      }
      return Math.min(least, balance)
    },
    balanceAt: (memberId: string, at: Date): number =>
      bookOf(memberId)
        .filter((booking) => booking.at <= at)
        .reduce((sum, { availableDelta }) => sum + availableDelta, 0),
    earnedBy: (memberId: string, at: Date): number =>
      bookOf(memberId)
        .filter((booking) => booking.at <= at && isEarning(booking))
        .reduce((sum, { availableDelta }) => sum + availableDelta, 0),
    settle: (): StoryPosting[] => [...books.keys()].flatMap((memberId) => settle(memberId, bookOf(memberId))),
  }
}

const isEarning = ({ houseAccount }: Booking) => houseAccount === 'rewards' || houseAccount === 'reversals'

function settle(memberId: string, book: Booking[]): StoryPosting[] {
  let available = 0
  let held = 0
  let last = 0
  return book.map(({ at, reverses, ...booking }, index) => {
    available += booking.availableDelta
    held += booking.heldDelta
    if (held < 0 || (available < 0 && booking.availableDelta < 0 && booking.kind !== 'reversal')) {
      throw new Error(`${booking.sourceKey} takes more than ${memberId} has`)
    }
    // Two postings of a member never have the same time.
    last = Math.max(at.getTime(), last + 1)
    const reversed = reverses === undefined ? -1 : book.findIndex(({ sourceKey }) => sourceKey === reverses)
    return {
      ...booking,
      memberId,
      seq: index + 1,
      availableAfter: available,
      heldAfter: held,
      reversesSeq: reverses === undefined ? null : reversed + 1,
      createdAt: new Date(last),
    }
  })
}

export type Random = ReturnType<typeof createRandom>

const CODE_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** Draw numbers that look random and are the same for the same seed. Never for anything that has to be secret. */
export function createRandom(seed: number) {
  let state = seed
  // Mulberry32: 32 bits of state are plenty for a few thousand rows.
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  const pick = <T>(items: readonly T[]): T => {
    const item = items[between(0, items.length - 1)]
    if (item === undefined) throw new Error('nothing to pick from')
    return item
  }
  const bytes = (length: number) => Buffer.from(Array.from({ length }, () => between(0, 255)))
  return {
    next,
    between,
    pick,
    bytes,
    chance: (share: number) => next() < share,
    uuid: () => {
      const hex = bytes(16).toString('hex')
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
    },
    code: (length: number) => Array.from({ length }, () => pick([...CODE_LETTERS])).join(''),
  }
}
