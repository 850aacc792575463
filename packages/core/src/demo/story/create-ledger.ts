import type { StoryPosting } from '@chuma/db/seed-story/story-rows'

type Booking = Pick<StoryPosting, 'kind' | 'availableDelta' | 'heldDelta' | 'houseAccount'> &
  Pick<StoryPosting, 'sourceKey' | 'description' | 'subjectId' | 'actor'> & {
    at: Date
    /** The source key of the posting that it reverses. */
    reverses?: string
  }

export type Ledger = ReturnType<typeof createLedger>

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
