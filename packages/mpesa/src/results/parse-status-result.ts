import { type PaymentDetails, readPaymentDetails } from './payment-details.ts'
import { type Parsed, parseEnvelope } from './result-envelope.ts'

export type StatusResult = {
  /** The query. Its code 0 means that it was answered, and says nothing about the payment. */
  query: { resultCode: string; resultDesc: string; conversationId: string; originatorConversationId: string }
  /** The queried payment; empty if none was found. */
  payment: PaymentDetails & {
    transactionStatus?: string
    conversationId?: string
    originatorConversationId?: string
  }
}

/** Parse what Daraja posts to a status query's ResultURL. */
export function parseStatusResult(body: unknown): Parsed<StatusResult> {
  const envelope = parseEnvelope(body)
  if (!envelope.ok) return envelope
  const { valuesOf, transactionId: _ofTheQuery, ...query } = envelope.value
  const [transactionStatus] = valuesOf('TransactionStatus')
  const [conversationId] = valuesOf('ConversationID')
  const [originatorConversationId] = valuesOf('OriginatorConversationID')
  const details = readPaymentDetails({
    receipt: valuesOf('ReceiptNo')[0],
    amount: valuesOf('Amount')[0],
    // Safaricom's own sample names the receiver under a second DebitPartyName.
    party: valuesOf('CreditPartyName')[0] ?? valuesOf('DebitPartyName')[1],
    completedAt: valuesOf('FinalisedTime')[0],
  })
  return {
    ok: true,
    value: {
      query,
      payment: {
        ...details,
        ...(transactionStatus === undefined ? {} : { transactionStatus }),
        ...(conversationId === undefined ? {} : { conversationId }),
        ...(originatorConversationId === undefined ? {} : { originatorConversationId }),
      },
    },
  }
}
