import type { WithdrawalMethod } from '@chuma/contract/wallet/wallet'

export type Payment = {
  /** At most 20 characters. The provider refuses a second payment with the same id. */
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
  /** All later payouts would fail too, until staff have fixed the cause. */
  stopQueue: boolean
  /** The same payment, with the same id, may be sent again automatically. */
  retryable: boolean
}
export type SendOutcome =
  | { outcome: 'accepted'; conversationId: string }
  | NotSent
  /** Money may or may not move; only a result, or staff with a statement, can tell. */
  | { outcome: 'unknown'; code: string; reason: string }

/** The provider's result of a payment. Missing details are omitted. */
export type PayoutResult = {
  originatorConversationId?: string
  conversationId?: string
  receipt?: string
  amountKes?: number
  msisdn?: string
  /** Of the account that was paid. */
  receiverName?: string
  code: string
  /** In plain words: the member reads it if the payout was refused for a `member` reason. */
  description: string
  /**
   * `member`, `operator`: it failed finally, and who has to fix it; an operator's problem also affects later payouts.
   * `busy`: it failed finally, only because of traffic. `unknown`: it may still be paid. `review`: an undocumented
   * answer.
   */
  verdict: 'paid' | 'member' | 'operator' | 'busy' | 'unknown' | 'review'
}
/** The money in our account with the provider, including cents. */
export type ProviderBalance = { availableKes: number }
export type Parsed<T> = { ok: true; value: T } | { ok: false; reason: string }

/** Who moves the money. Nothing here throws for failures of the network or the provider, and nothing is retried. */
export type PayoutProvider = {
  /** Stored with every attempt. */
  name: string
  methods: readonly WithdrawalMethod[]
  /** Prepares to send. A failure proves that nothing was sent. */
  prepare: () => Promise<{ outcome: 'ready' } | NotSent>
  /** `mayWrite` is asked right before the request is written. False: nothing may be sent any more. */
  send: (payment: Payment, mayWrite: () => boolean) => Promise<SendOutcome>
  /** Queries the status of a payment. The answer arrives as a callback. */
  queryStatus: (query: StatusQuery) => Promise<SendOutcome>
  /** Parses the result of a payment. */
  parseResult: (body: Buffer) => Parsed<PayoutResult>
  /** Parses the answer to a status query; its ids are those of the queried payment. */
  parseStatus: (body: Buffer) => Parsed<PayoutResult>
  /** Queries our account's balance. The answer arrives as a callback, for `parseBalance`. */
  queryBalance?: (query: BalanceQuery) => Promise<SendOutcome>
  parseBalance?: (body: Buffer) => Parsed<ProviderBalance>
}

export type Payouts = {
  /** The methods that members can choose. */
  methods: readonly WithdrawalMethod[]
  /** Null: staff pay by hand and mark as paid. */
  provider: PayoutProvider | null
  /** The most payments in a second, of all processes together; null: as fast as they can. */
  perSecond: number | null
  /** When a sending worker counts as dead. Longer than the provider's timeout. */
  leaseSeconds: number
  /** How long to wait for a result before each status query, counted from the previous step. */
  checkAfterSeconds: readonly number[]
  /** Where the provider reaches us, without a trailing slash. */
  callbackUrl: string
  /** Addresses and networks that the provider calls from. */
  callbackNetworks: readonly string[]
}
