import type { WithdrawalMethod } from '@chuma/contract/wallet/wallet'

export type Payment = {
  /** At most 20 characters. The provider refuses a second payment under the same one. */
  originatorConversationId: string
  amountKes: number
  msisdn: string
  remarks: string
  occasion: string
  resultUrl: string
  timeoutUrl: string
}
export type StatusQuery = Pick<Payment, 'originatorConversationId' | 'remarks' | 'resultUrl' | 'timeoutUrl'>

export type BalanceQuery = Omit<StatusQuery, 'originatorConversationId'>

/** Proof that no money moves. */
export type NotSent = {
  outcome: 'not-sent'
  code: string
  reason: string
  /** Every payout after this one would fail as well, until a person has changed something. */
  stopQueue: boolean
  /** The same payment, with the same id, may be sent again by itself. */
  retryable: boolean
}
export type SendOutcome =
  | { outcome: 'accepted'; conversationId: string }
  | NotSent
  /** Money may or may not move; only a result or a person with a statement can tell. */
  | { outcome: 'unknown'; code: string; reason: string }

/** What the provider says became of a payment. A detail it did not give is left out. */
export type PayoutResult = {
  originatorConversationId?: string
  conversationId?: string
  receipt?: string
  amountKes?: number
  msisdn?: string
  code: string
  /** In plain words; the member reads them when his payout was refused for a `member` reason. */
  description: string
  /**
   * `member` and `operator`: it failed for good, and who has to change something; an operator's failure meets whatever is
   * sent after it too. `busy`: it failed for good, and only because there was too much traffic. `unknown`: it may still be
   * paid. `review`: an answer nobody has documented.
   */
  verdict: 'paid' | 'member' | 'operator' | 'busy' | 'unknown' | 'review'
}
/** What we have there to pay with, cents included. */
export type ProviderBalance = { availableKes: number }
export type Parsed<T> = { ok: true; value: T } | { ok: false; reason: string }

/** Who moves the money. Nothing here throws for what the network or the other side does, and nothing is tried twice. */
export type PayoutProvider = {
  /** Kept with every attempt. */
  name: string
  methods: readonly WithdrawalMethod[]
  /** Gets ready to send. A failure proves that nothing was sent. */
  prepare: () => Promise<{ outcome: 'ready' } | NotSent>
  send: (payment: Payment) => Promise<SendOutcome>
  /** Asks what became of a payment. The answer comes as a call-back. */
  queryStatus: (query: StatusQuery) => Promise<SendOutcome>
  /** Reads the result of a payment. */
  parseResult: (body: Buffer) => Parsed<PayoutResult>
  /** Reads the answer to a status query; the ids are those of the payment that was asked about. */
  parseStatus: (body: Buffer) => Parsed<PayoutResult>
  /** Asks what our account holds. The answer comes as a call-back, for `parseBalance`. */
  queryBalance?: (query: BalanceQuery) => Promise<SendOutcome>
  parseBalance?: (body: Buffer) => Parsed<ProviderBalance>
}

export type Payouts = {
  /** Those that members may choose. */
  methods: readonly WithdrawalMethod[]
  /** Null: a person pays, and marks as paid. */
  provider: PayoutProvider | null
  /** After this a worker that was sending is taken for dead. Longer than the provider's own time-out. */
  leaseSeconds: number
  /** How long to wait for a result before each status query, each wait counted from the step before. */
  checkAfterSeconds: readonly number[]
  /** Where the provider reaches us, without a slash at the end. */
  callbackUrl: string
  /** Addresses and networks that the provider calls from. */
  callbackNetworks: readonly string[]
}
