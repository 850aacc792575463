import type { StoryBase } from '@chuma/db/seed-story/read-story-base'
import type { StoryRow, StoryRows } from '@chuma/db/seed-story/story-rows'
import type { Calendar } from './create-calendar.ts'
import type { Ledger } from './create-ledger.ts'
import type { Random } from './create-random.ts'

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
