import type { MailName } from '@chuma/contract/mails'
import type { StoryBase } from '@chuma/db/seed-story/read-story-base'
import { noRows, type StoryPosting, type StoryRow } from '@chuma/db/seed-story/story-rows'
import { createRandom } from '../../random.ts'
import story from './story.json' with { type: 'json' }

/** The first day of the story. */
export const STORY_DAYS = 90
/** Radio spots and a bonus for inviting friends: more members, and busier ones. */
export const CAMPAIGN = { from: 42, to: 33, bonusPoints: 5 } as const
export const isCampaign = (daysAgo: number) => daysAgo <= CAMPAIGN.from && daysAgo >= CAMPAIGN.to
export const HOUR = 60
export const DAY = 24 * HOUR

export type Person = {
  memberId: string
  firstName: string
  lastName: string
  email: string
  country: string
  language: 'en' | 'sw'
  /** What becomes of them; `ordinary` is most. */
  fate: string
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
  row: StoryRow<'withdrawal'> & { withdrawalId: string; points: number; amountKes: number; requestedAt: Date }
}

/** What the parts of the story share: who and what there is so far, and how to write more of it. */
export type World = ReturnType<typeof createWorld>
export type Terms = { now: Date; base: StoryBase; passwordHash: string }
type Details = { before?: object; after?: object; reason?: string | null; address?: string }

const SEED = 20_261_125

export function createWorld({ now, base, passwordHash }: Terms) {
  const random = createStoryRandom(SEED)
  const calendar = createCalendar(now)
  const rows = noRows()
  return {
    base,
    passwordHash,
    random,
    calendar,
    rows,
    ...createLedger(),
    people: [] as Person[],
    withdrawals: [] as Withdrawal[],
    surveys: base.surveys.map((survey) => ({ ...survey, fromDaysAgo: STORY_DAYS, isOpen: true })),
    tasks: base.tasks.map((task) => ({ ...task, fromDaysAgo: STORY_DAYS })),
    partners: {
      research: base.partner.partnerId,
      panel: random.uuid(),
      offers: random.uuid(),
      former: random.uuid(),
    } as Record<string, string>,
    /** Who did something when; what lies in the future is left out. */
    act:
      (by: string, at: Date) =>
      (action: string, subject: string, { address, ...details }: Details = {}) => {
        if (at >= now) return
        const from = { actor: actorOf(by), address: address ?? ADDRESSES.get(by) ?? null }
        rows.auditEntry.push({
          ...from,
          at,
          action,
          subject,
          before: null,
          after: null,
          reason: null,
          ...details,
        })
      },
    /** A mail that left just after `at`. */
    mail: (at: Date, recipient: string, [kind, subject]: [kind: MailName, subject: string]) => {
      const createdAt = later(at, 0.1)
      if (createdAt >= now) return
      const jobId = random.uuid()
      const sent = { state: 'sent' as const, attempts: 1, settledAt: later(createdAt, 0.015) }
      const messageId = `${jobId}@demo.chuma`
      rows.mailDelivery.push({ jobId, kind, recipient, subject, messageId, createdAt, ...sent })
    },
  }
}

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
const ADDRESSES = new Map(story.staff.map(({ name, address }) => [name, address]))
export const actorOf = (name: string) => (ADDRESSES.has(name) ? `staff:${name}` : name)

const DAY_MS = 24 * 3_600_000
/** Nairobi has no daylight saving time. */
const NAIROBI_MS = 3 * 3_600_000

/** Count in Nairobi's days, back from `now`: 0 is today, 1 yesterday. */
export function createCalendar(now: Date) {
  const today = Math.floor((now.getTime() + NAIROBI_MS) / DAY_MS) * DAY_MS - NAIROBI_MS
  const calendar = {
    now,
    /** This minute of that day. */
    at: (daysAgo: number, minutes: number) => later(new Date(today - daysAgo * DAY_MS), minutes),
    ago: (minutes: number) => later(now, -minutes),
    dayOf: (moment: Date) => new Date(moment.getTime() + NAIROBI_MS).toISOString().slice(0, 10),
    daysAgoOf: (moment: Date) => Math.ceil((today - moment.getTime()) / DAY_MS),
    /** 0 is Sunday. */
    weekdayOf: (daysAgo: number) => new Date(today - daysAgo * DAY_MS + NAIROBI_MS).getUTCDay(),
    isWeekend: (daysAgo: number) => [0, 6].includes(calendar.weekdayOf(daysAgo)),
    isPast: (moment: Date) => moment < now,
    /** The next moment at which staff are at their desks: eight to six, on weekdays. */
    atDesk: (moment: Date): Date => {
      const daysAgo = calendar.daysAgoOf(moment)
      const minutes = (moment.getTime() - calendar.at(daysAgo, 0).getTime()) / 60_000
      const opening = 8 * HOUR + (minutes % 50)
      if (calendar.isWeekend(daysAgo) || minutes > 18 * HOUR) {
        return calendar.atDesk(calendar.at(daysAgo - 1, opening))
      }
      return minutes < 8 * HOUR ? calendar.at(daysAgo, opening) : moment
    },
  }
  return calendar
}

export const later = (moment: Date, minutes: number) =>
  new Date(moment.getTime() + Math.round(minutes * 60_000))

/** What a posting does to available and held points, and its side of the house. Every other kind is a reward. */
const EFFECTS: Record<string, readonly [available: number, held: number, house: string | null]> = {
  hold: [-1, 1, null],
  release: [1, -1, null],
  payout: [0, -1, 'payouts'],
  'payout-returned': [1, 0, 'payouts'],
  adjustment: [1, 0, 'adjustments'],
  reversal: [-1, 0, 'reversals'],
}

type Posting = Pick<StoryPosting, 'kind'> & {
  points: number
  text: string
  /** What it is about. */
  id?: string
  /** Default: the kind and `id`. */
  key?: string
  /** Default: the member. */
  by?: string
  /** The source key of the posting that it reverses. */
  reverses?: string
}
type Booked = Posting & { at: Date; key: string; available: number; held: number; house: string | null }

/** Collect postings in any order, and number and add them up in the order of their times. */
function createLedger() {
  const books = new Map<string, Booked[]>()
  const bookOf = (memberId: string) =>
    (books.get(memberId) ?? []).toSorted((a, b) => a.at.getTime() - b.at.getTime())
  const sumAt = (memberId: string, at: Date, counts: (booked: Booked) => boolean = () => true) =>
    bookOf(memberId).reduce((sum, each) => sum + (each.at <= at && counts(each) ? each.available : 0), 0)
  return {
    post: ({ memberId }: { memberId: string }, at: Date, posting: Posting) => {
      const [available, held, house] = EFFECTS[posting.kind] ?? [1, 0, 'rewards']
      const { points, kind, id } = posting
      const effect = { available: available * points, held: held * points, house }
      const book = books.get(memberId) ?? []
      books.set(memberId, [...book, { key: `${kind}:${id}`, ...posting, ...effect, at }])
    },
    numbersAt: (memberId: string, at: Date) => ({
      points: sumAt(memberId, at),
      totalEarnings: sumAt(memberId, at, ({ house }) => house === 'rewards' || house === 'reversals'),
    }),
    /** What a withdrawal at this time may take without making the balance of any later time negative. */
    spendableAt: ({ memberId }: { memberId: string }, at: Date) => {
      let sum = 0
      const after = bookOf(memberId).flatMap((booked) => {
        sum += booked.available
        return booked.at > at ? sum : []
      })
      return Math.min(sumAt(memberId, at), ...after)
    },
    settle: (): StoryPosting[] => [...books.keys()].flatMap((memberId) => settle(memberId, bookOf(memberId))),
  }
}

function settle(memberId: string, book: readonly Booked[]): StoryPosting[] {
  const sums = { available: 0, held: 0 }
  let last = 0
  return book.map(({ at, kind, available, held, house, key, text, id, by, reverses }, index) => {
    sums.available += available
    sums.held += held
    if (sums.held < 0 || (sums.available < 0 && available < 0 && kind !== 'reversal')) {
      throw new Error(`${key} takes more than ${memberId} has`)
    }
    // Two postings of a member never have the same time.
    last = Math.max(at.getTime(), last + 1)
    return {
      memberId,
      seq: index + 1,
      kind,
      availableDelta: available,
      heldDelta: held,
      availableAfter: sums.available,
      heldAfter: sums.held,
      houseAccount: house as StoryPosting['houseAccount'],
      sourceKey: key,
      description: text,
      subjectId: id ?? null,
      reversesSeq: reverses ? book.findIndex((other) => other.key === reverses) + 1 : null,
      actor: actorOf(by ?? `member:${memberId}`),
      createdAt: new Date(last),
    }
  })
}

export type Random = ReturnType<typeof createStoryRandom>

const CODE_LETTERS = [...'ABCDEFGHJKLMNPQRSTUVWXYZ23456789']

/** What the story draws, the same for the same seed. */
export function createStoryRandom(seed: number) {
  const random = createRandom(seed)
  const { between, pick } = random
  const bytes = (length: number) => Buffer.from(Array.from({ length }, () => between(0, 255)))
  const code = (length: number) => Array.from({ length }, () => pick(CODE_LETTERS)).join('')
  const uuid = () => {
    const hex = bytes(16).toString('hex')
    const version = `4${hex.slice(13, 16)}-a${hex.slice(17, 20)}`
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${version}-${hex.slice(20, 32)}`
  }
  /** An M-Pesa receipt. None of the simulator's begins with T. */
  const receipt = () => `T${between(2, 9)}${code(8)}`
  return { ...random, bytes, uuid, code, receipt }
}
