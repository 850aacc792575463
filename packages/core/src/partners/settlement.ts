import type { PartnerTerms, PostbackEvent } from './postbacks.ts'

export type Settlement = {
  outcome:
    | 'credited'
    | 'pending'
    | 'duplicate'
    | 'reversed'
    | 'kept-for-credit'
    | 'screened-out'
    | 'recorded'
    | 'test'
    | 'unmatched'
    | 'rejected'
  reason?: string
  points?: number
  memberId?: string
}

export type EventInHand = {
  eventId: string
  partnerId: string
  event: PostbackEvent
  terms: PartnerTerms
  pointsPerUsd: number
}
export type ClickRef = { memberId: string; clickId: string }
