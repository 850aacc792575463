import type { PremiumPaymentState } from '@chuma/contract/premium/premium'
import type { ColumnType, Generated } from 'kysely'

type Kept<T> = ColumnType<T, never, never>

export type PremiumReferenceKind = 'callback-token' | 'checkout' | 'receipt'

/** Premium: why somebody has it, and what was paid for it. */
export interface PremiumTables {
  premiumGrant: {
    memberId: string
    grantId: Generated<string>
    sourceKey: string
    kind: 'staff' | 'payment' | 'end'
    months: number
    premiumUntil: Date
    reason: string
    actor: string
    createdAt: Kept<Date>
  }
  premiumPayment: {
    memberId: string
    paymentId: Generated<string>
    state: Generated<PremiumPaymentState>
    provider: string
    mpesaNumber: string
    months: number
    amountKes: number
    accountReference: string
    checkoutRequestId: Generated<string | null>
    resultCode: Generated<string | null>
    resultDescription: Generated<string | null>
    reportedKes: Generated<number | null>
    receipt: Generated<string | null>
    checks: Generated<number>
    nextCheckAt: Date | null
    createdAt: Kept<Date>
    settledAt: Generated<Date | null>
    decidedBy: Generated<string | null>
    decisionNote: Generated<string | null>
  }
  premiumReference: {
    kind: PremiumReferenceKind
    value: string
    memberId: string
    paymentId: string
    createdAt: Generated<Date>
  }
  premiumCallbackWord: { tokenHash: string; bodyHash: Buffer; saidAt: Kept<Date> }
  premiumCallback: {
    callbackId: Generated<string>
    tokenHash: string
    body: Buffer
    bodyHash: Buffer
    address: string | null
    receivedAt: Kept<Date>
  }
}
