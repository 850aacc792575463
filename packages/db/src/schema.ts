import type { Economy } from '@chuma/contract/admin/economy/economy'
import type { AnswerValue, AttemptStatus, SurveyQuestion } from '@chuma/contract/surveys/surveys'
import type { PostingKind } from '@chuma/contract/wallet/posting-kinds'
import type {
  PayoutState,
  ReviewReason,
  WaitReason,
  WithdrawalMethod,
  WithdrawalStatus,
} from '@chuma/contract/wallet/wallet'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { AccountTables } from './schema-accounts.ts'
import type { BookTables } from './schema-books.ts'
import type { EarningTables } from './schema-earning.ts'
import type { FigureTables } from './schema-figures.ts'
import type { LetterTables } from './schema-letters.ts'
import type { MemberTables } from './schema-members.ts'
import type { PayoutTables } from './schema-payouts.ts'
import type { PremiumTables } from './schema-premium.ts'
import type { WebhookTables } from './schema-webhooks.ts'

/** Set by the database, never by a caller. */
type Kept<T> = ColumnType<T, never, never>
type Json<T> = JSONColumnType<object & T, string, string>

export type AttemptState =
  | 'prepared'
  | 'sending'
  | 'sent'
  | 'unknown'
  | 'needs_review'
  | 'paid'
  | 'failed'
  | 'not_sent'
export type CallbackKind = 'result' | 'timeout' | 'query' | 'balance'
export type ReferenceKind =
  | 'result-token'
  | 'timeout-token'
  | 'query-token'
  | 'originator'
  | 'conversation'
  | 'receipt'

export interface Database
  extends AccountTables,
    EarningTables,
    PayoutTables,
    PremiumTables,
    BookTables,
    FigureTables,
    LetterTables,
    MemberTables,
    WebhookTables {
  auditEntry: {
    entryId: Kept<number>
    at: Kept<Date>
    actor: string
    action: string
    subject: string
    before: JSONColumnType<object, string | null, never> | null
    after: JSONColumnType<object, string | null, never> | null
    reason: string | null
    address: string | null
  }
  economyVersion: {
    version: Kept<number>
    record: Json<Economy>
    follows: number | null
    changedBy: string
    reason: string
    createdAt: Kept<Date>
  }
  appliedFunction: { name: string; hash: string }
  pointsTotal: { slot: Kept<number>; points: Kept<number> }
  idempotencyKey: {
    memberId: string
    operation: string
    key: string
    requestHash: Buffer
    response: JSONColumnType<object>
    createdAt: Generated<Date>
  }
  callKey: {
    caller: string
    operation: string
    key: string
    requestHash: Buffer
    made: string | null
    createdAt: Kept<Date>
  }
  survey: {
    surveyId: Generated<string>
    title: string
    description: string
    rewardUsd: number
    durationMinutes: number
    category: string
    country: string
    kind: 'questions' | 'external' | 'instant'
    externalUrl: string | null
    questions: JSONColumnType<SurveyQuestion[], string | null, string | null> | null
    rating: Generated<number>
    adminNotes: Generated<string>
    isActive: Generated<boolean>
    createdAt: Generated<Date>
    partnerId: string | null
    startsAt: Date | null
    endsAt: Date | null
    quota: number | null
    version: Generated<number>
    retiredAt: Date | null
  }
  surveyCount: {
    surveyId: string
    shard: number
    clicks: number
    started: number
    completed: number
    taken: number
  }
  surveyAttempt: {
    memberId: string
    surveyId: string
    attemptId: Generated<string>
    status: Generated<AttemptStatus>
    rewardPoints: number
    questions: JSONColumnType<SurveyQuestion[], string, string>
    startedAt: Generated<Date>
    completedAt: Date | null
    claimedCompletedAt: Date | null
    screenOutReason: string | null
    flagReasons: Generated<string[]>
    endedAt: Date | null
  }
  surveyAnswer: {
    memberId: string
    surveyId: string
    questionId: number
    answer: ColumnType<AnswerValue, string, string>
    answeredAt: Generated<Date>
  }
  wallet: {
    memberId: string
    available: Kept<number>
    held: Kept<number>
    earned: Kept<number>
    seq: Kept<number>
    inReversalDebt: Kept<boolean>
    totalEarnings: Kept<number>
  }
  posting: {
    memberId: string
    seq: Kept<number>
    kind: PostingKind
    availableDelta: number
    heldDelta: number
    availableAfter: Kept<number>
    heldAfter: Kept<number>
    houseAccount: 'rewards' | 'payouts' | 'adjustments' | 'reversals' | null
    sourceKey: string
    description: string
    subjectId: string | null
    reversesSeq: number | null
    actor: string
    createdAt: Kept<Date>
  }
  earningDay: { memberId: string; day: string; points: Kept<number> }
  withdrawal: {
    memberId: string
    withdrawalId: Generated<string>
    status: Generated<WithdrawalStatus>
    points: number
    kesPerPoint: number
    amountKes: number
    method: WithdrawalMethod
    mpesaNumber: string | null
    bankName: string | null
    accountNumber: string | null
    accountName: string | null
    payoutState: PayoutState | null
    requestedAt: Generated<Date>
    adminComment: string | null
    processedBy: string | null
    processedAt: Date | null
    receipt: string | null
    paidAt: Date | null
    waitReason: Generated<Exclude<WaitReason, 'stopped' | 'paused'> | null>
    waitsUntil: Generated<Date | null>
    reviewReasons: Generated<ReviewReason[]>
    paypalEmail: Generated<string | null>
    amountUsd: Generated<number | null>
    taxPercent: Generated<number>
    taxKes: Generated<number>
    payoutKes: Kept<number>
    riskScore: Generated<number>
    isInReview: Generated<boolean>
    firstApprovedBy: Generated<string | null>
    firstApprovedAt: Generated<Date | null>
  }
  payoutNumber: { mpesaNumber: string; memberId: string; createdAt: Generated<Date> }
  payoutAttempt: {
    memberId: string
    withdrawalId: string
    attemptNo: number
    provider: string
    state: Generated<AttemptState>
    originatorConversationId: string
    amountKes: number
    mpesaNumber: string
    conversationId: string | null
    receipt: string | null
    resultCode: string | null
    resultDescription: string | null
    leaseUntil: Date | null
    checks: Generated<number>
    nextCheckAt: Date | null
    sendingAt: Generated<Date | null>
    createdAt: Generated<Date>
    settledAt: Date | null
  }
  payoutReference: {
    kind: ReferenceKind
    value: string
    memberId: string
    withdrawalId: string
    attemptNo: number | null
    createdAt: Generated<Date>
  }
  payoutCallback: {
    callbackId: Generated<string>
    kind: CallbackKind
    tokenHash: string
    body: Buffer
    bodyHash: Buffer
    address: string | null
    isFromProvider: Generated<boolean>
    receivedAt: Kept<Date>
  }
  payoutCallbackOutcome: {
    callbackId: string
    outcome: string | null
    detail: Generated<string>
    dueAt: Date
    processedAt: Date | null
  }
}
