import type { WithdrawalMethod } from '@chuma/contract/wallet/wallet'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'

/** Around withdrawals: what holds payouts back. */
export interface PayoutTables {
  payoutPause: {
    memberId: string
    pauseId: Generated<string>
    reason: string
    pausedBy: string
    pausedAt: Generated<Date>
    appeal: string | null
    appealedAt: Date | null
    appealAnswer: string | null
    answeredBy: string | null
    answeredAt: Date | null
    liftReason: string | null
    liftedBy: string | null
    liftedAt: Date | null
  }
  payoutCallbackWord: {
    tokenHash: string
    kind: string
    bodyHash: Buffer
    isFromProvider: boolean
    saidAt: ColumnType<Date, never, never>
  }
  payoutQueue: {
    provider: string
    isStopped: Generated<boolean>
    reason: string | null
    code: string | null
    since: Date | null
    stoppedBy: string | null
  }
  payoutFloat: { provider: string; availableKes: number; askedAt: Date; isLow: Generated<boolean> }
  payoutFloatQuery: { tokenHash: string; provider: string; askedAt: Generated<Date> }
  providerToken: {
    provider: string
    token: string | null
    renewAt: Date | null
    turn: Generated<number>
    leaseUntil: Date | null
    failure: JSONColumnType<object, string | null, string | null> | null
  }
  payoutDetails: {
    memberId: string
    method: WithdrawalMethod
    mpesaNumber: string | null
    bankName: string | null
    accountNumber: string | null
    accountName: string | null
    paypalEmail: string | null
    updatedAt: Generated<Date>
    changedAt: Generated<Date>
  }
}
