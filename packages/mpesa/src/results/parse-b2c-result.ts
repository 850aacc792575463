import { type PaymentDetails, readPaymentDetails } from './payment-details.ts'
import { type Parsed, parseEnvelope } from './result-envelope.ts'

export type B2cResult = PaymentDetails & {
  resultCode: string
  resultDesc: string
  conversationId: string
  originatorConversationId: string
  /** Failed payments have one too: only `resultCode` says whether money was paid. */
  transactionId?: string
}

/** Parse what Daraja posts to a payout's ResultURL. Anyone can post there, so compare it with the payout. */
export function parseB2cResult(body: unknown): Parsed<B2cResult> {
  const envelope = parseEnvelope(body)
  if (!envelope.ok) return envelope
  const { valuesOf, ...result } = envelope.value
  const details = readPaymentDetails({
    receipt: valuesOf('TransactionReceipt')[0],
    amount: valuesOf('TransactionAmount')[0],
    party: valuesOf('ReceiverPartyPublicName')[0],
    completedAt: valuesOf('TransactionCompletedDateTime')[0],
  })
  return { ok: true, value: { ...result, ...details } }
}
