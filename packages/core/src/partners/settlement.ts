import type { PartnerOutcome } from '@chuma/contract/partners/partners'
import type { PartnerTerms, PostbackEvent } from './postbacks.ts'

export type Settlement = {
  outcome: PartnerOutcome
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
