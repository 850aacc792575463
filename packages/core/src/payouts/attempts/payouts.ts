import type { WithdrawalMethod } from '@chuma/contract/wallet/wallet'
import type { Trx } from '@chuma/db/client'
import {
  type AttemptRef,
  type LockedAttempt,
  lockAttempt,
  lockWithAttempts,
} from '@chuma/db/queries/payouts/payout-attempts'
import type { LockedWithdrawal, WithdrawalRef } from '@chuma/db/queries/payouts/payouts'
import type { NotSent, Parsed } from '../../wallet/providers.ts'

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
export type StatusQuery = Pick<
  Payment,
  'originatorConversationId' | 'remarks' | 'resultUrl' | 'timeoutUrl'
> & {
  /** The provider's own id of the payment, once known: some can be asked for nothing else. */
  conversationId?: string | null
}

export type BalanceQuery = Pick<StatusQuery, 'remarks' | 'resultUrl' | 'timeoutUrl'>

export type SendOutcome =
  /** `result`: of a provider that tells at once what became of it. Otherwise it arrives as a callback. */
  | { outcome: 'accepted'; conversationId: string; result?: PayoutResult }
  | NotSent
  /** Money may or may not move; only a result, or staff with a statement, can tell. */
  | { outcome: 'unknown'; code: string; reason: string }
/** `answered`: by a provider that answers a query at once. Otherwise the answer arrives as a callback. */
type QueryOutcome = SendOutcome | { outcome: 'answered'; result: PayoutResult }
type BalanceOutcome = SendOutcome | ({ outcome: 'answered' } & ProviderBalance)

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
type ProviderBalance = { availableKes: number }
/** How a callback arrived: from where, and what came with it to prove who sent it. */
export type CallbackProof = { body: Buffer; address: string | null; signature: string | null }

/**
 * Of a provider that calls back at one address for all payments. Such a callback names its payment in its body, and proves who sent
 * it otherwise than by a secret address.
 */
type SharedCallbacks = {
  findPayment: (body: Buffer) => { kind: 'originator' | 'conversation'; value: string } | null
  isGenuine: (proof: CallbackProof) => boolean
}

/** Who moves the money. Nothing here throws for failures of the network or the provider, and nothing is retried. */
export type PayoutProvider = {
  /** Stored with every attempt, for ever: who was asked to pay is asked what became of it. */
  name: string
  methods: readonly WithdrawalMethod[]
  /** It gets no new payments, and finishes those that it has. */
  isRetired?: boolean
  /** False: its results do not name the amount, because the id alone tells which order was carried out. */
  namesAmount?: boolean
  sharedCallbacks?: SharedCallbacks
  /** Prepares to send. A failure proves that nothing was sent. */
  prepare: () => Promise<{ outcome: 'ready' } | NotSent>
  /** `mayWrite` is asked right before the request is written. False: nothing may be sent any more. */
  send: (payment: Payment, mayWrite: () => boolean) => Promise<SendOutcome>
  /** Queries the status of a payment. */
  queryStatus: (query: StatusQuery) => Promise<QueryOutcome>
  /** Parses the result of a payment. */
  parseResult: (body: Buffer) => Parsed<PayoutResult>
  /** Parses the answer to a status query; its ids are those of the queried payment. */
  parseStatus: (body: Buffer) => Parsed<PayoutResult>
  /** Queries our account's balance. An answer that arrives as a callback is for `parseBalance`. */
  queryBalance?: (query: BalanceQuery) => Promise<BalanceOutcome>
  parseBalance?: (body: Buffer) => Parsed<ProviderBalance>
}

export type Payouts = {
  /** The methods that members can choose. */
  methods: readonly WithdrawalMethod[]
  /**
   * The providers that pay. A method that none of them pays is paid by hand. Those that are retired still answer for what they were
   * asked to pay.
   */
  rails: readonly PayoutProvider[]
  /** The most payments in a second through each provider, of all processes together; null: as fast as they can. */
  perSecond: number | null
  /** When a sending worker counts as dead. Longer than the provider's timeout. */
  leaseSeconds: number
  /** How long to wait for a result before each status query, counted from the previous step. */
  checkAfterSeconds: readonly number[]
  /** How long marking a payment as paid waits for the result of one that is on its way. Left out: not at all. */
  settleWaitMs?: number
  /** Where the provider reaches us, without a trailing slash. */
  callbackUrl: string
  /** Addresses and networks that providers call from, except those with `sharedCallbacks`. */
  callbackNetworks: readonly string[]
}

export type LockedPayout = {
  ref: WithdrawalRef
  withdrawal: LockedWithdrawal
  attempt: LockedAttempt | undefined
}

/**
 * Lock the wallet, the withdrawal and its newest attempt. Always in this order, so that concurrent decisions wait for each
 * other and cannot deadlock.
 */
export async function lockPayout(trx: Trx, ref: WithdrawalRef): Promise<LockedPayout> {
  const [locked] = await lockPayouts(trx, [ref])
  if (!locked) throw new Error('a withdrawal is never deleted')
  return locked
}

/** The same for many, in this order. Callers of different orders may deadlock: then they decide one at a time. */
export async function lockPayouts(trx: Trx, refs: readonly WithdrawalRef[]): Promise<LockedPayout[]> {
  const all = await lockWithAttempts(trx, refs)
  return all.map(({ memberId, withdrawalId, withdrawal, attempt }) => ({
    ref: { memberId, withdrawalId },
    withdrawal,
    attempt: attempt ?? undefined,
  }))
}

/** Lock the attempt that a message names. It is nearly always the newest, which `lockPayout` has locked. */
export async function lockNamed(trx: Trx, ref: AttemptRef, last: LockedAttempt | undefined) {
  return last?.attemptNo === ref.attemptNo ? last : lockAttempt(trx, ref)
}

/** `attempt`: the one that the message is about; `last`: the newest of its withdrawal. Mostly the same. */
export type SpokenPayout = {
  ref: AttemptRef
  withdrawal: LockedWithdrawal
  attempt: LockedAttempt
  last: LockedAttempt | undefined
}

/** What is stored with the callback. */
export type CallbackOutcome = { outcome: string; detail: string }
