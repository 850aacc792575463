import { parseEatTime } from '../eat-time.ts'

/** The details of a payment. Missing or invalid ones are omitted, never guessed. */
export type PaymentDetails = {
  receipt?: string
  amountKes?: number
  msisdn?: string
  receiverName?: string
  completedAt?: Date
}

type RawDetails = Record<'receipt' | 'amount' | 'party' | 'completedAt', string | undefined>

export function readPaymentDetails(raw: RawDetails): PaymentDetails {
  const party = /^(?<number>[\d*]+) *- *(?<name>.*)$/.exec(raw.party ?? '')?.groups
  const completedAt = parseEatTime(raw.completedAt ?? '')
  return {
    ...(raw.receipt === undefined ? {} : { receipt: raw.receipt }),
    ...(/^\d+(\.\d+)?$/.test(raw.amount ?? '') ? { amountKes: Number(raw.amount) } : {}),
    // Safaricom masks the middle of the number in some products; a masked number confirms nothing.
    ...(party?.number && /^\d{12}$/.test(party.number) ? { msisdn: party.number } : {}),
    ...(party?.name ? { receiverName: party.name.trim() } : {}),
    ...(completedAt ? { completedAt } : {}),
  }
}
