import type { PartnerOutcome } from '@chuma/contract/partners/partners'
import type { ReferralReason, ReferralState } from '@chuma/contract/referral/referral'
import type { QuizOptionKey } from '@chuma/contract/tasks/games'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'

type Kept<T> = ColumnType<T, never, never>
type Json<T> = JSONColumnType<object & T, string, string>

export type TaskKind = 'video' | 'ad' | 'social' | 'micro-job' | 'affiliate'
/** As it was worded when the member first saw it. */
export type StoredQuizQuestion = {
  id: string
  question: string
  options: { key: QuizOptionKey; text: string }[]
  correctAnswer: QuizOptionKey
}
export type CreditState = 'pending' | 'available' | 'reversed' | 'cancelled'
type SpinTable = { points: number; weight: number }[]

/** Ways to earn, partners and what they owe. */
export interface EarningTables {
  dailyLogin: { memberId: string; day: string; points: number; streak: number; claimedAt: Generated<Date> }
  spin: { memberId: string; day: string; points: number; drawnFrom: Json<SpinTable>; spunAt: Generated<Date> }
  spinCount: { day: string; shard: number; spins: number; points: number }
  quizQuestion: {
    questionId: Generated<string>
    question: string
    optionA: string
    optionB: string
    optionC: string
    optionD: string
    correctAnswer: QuizOptionKey
    isActive: Generated<boolean>
    createdAt: Generated<Date>
    version: Generated<number>
    retiredAt: Generated<Date | null>
  }
  questionCount: { questionId: string; shard: number; answered: number; correct: number }
  quizAttempt: {
    memberId: string
    day: string
    questions: Json<StoredQuizQuestion[]>
    openedAt: Generated<Date>
    answers: JSONColumnType<Record<string, QuizOptionKey>, string | null, string | null> | null
    correct: number | null
    points: number | null
    submittedAt: Date | null
    flagReasons: Generated<string[]>
  }
  task: {
    taskId: Generated<string>
    kind: TaskKind
    title: string
    description: Generated<string>
    points: number
    url: string | null
    minTimeSeconds: number | null
    instructions: Generated<string>
    country: Generated<string>
    partnerId: string | null
    isActive: Generated<boolean>
    createdAt: Generated<Date>
    version: Generated<number>
    retiredAt: Generated<Date | null>
  }
  taskCount: { taskId: string; shard: number; uses: number; approved: number; points: number }
  taskListView: { memberId: string; kind: TaskKind; seenAt: Generated<Date> }
  taskView: {
    memberId: string
    viewId: Generated<string>
    taskId: string
    kind: 'video' | 'ad'
    openedAt: Generated<Date>
    requiredSeconds: number
    claimedAt: Date | null
    voidedAt: Date | null
    points: number | null
    claimedTimeSpent: number | null
    /** The business day of the claim. */
    day: string | null
  }
  taskProof: {
    memberId: string
    proofId: Generated<string>
    taskId: string
    kind: 'social' | 'micro-job'
    proof: string
    state: Generated<'submitted' | 'approved' | 'rejected'>
    points: number
    reason: string | null
    submittedAt: Generated<Date>
    decidedAt: Date | null
    decidedBy: string | null
  }
  partner: {
    partnerId: Generated<string>
    name: string
    publicKey: string
    preset: string
    scheme: Json<object>
    secret: string
    isActive: Generated<boolean>
    version: Generated<number>
    createdAt: Generated<Date>
  }
  click: {
    memberId: string
    clickId: Generated<string>
    reference: string
    surveyId: string | null
    taskId: string | null
    partnerId: string | null
    points: number
    title: string
    clickedAt: Generated<Date>
    address: string | null
    userAgent: string | null
  }
  clickReference: { reference: string; memberId: string; clickId: string }
  partnerEvent: {
    eventId: Generated<string>
    partnerId: string
    receivedAt: Kept<Date>
    method: string
    target: Buffer
    headers: Json<Record<string, string>>
    body: Buffer
    address: string | null
    replayOf: string | null
  }
  partnerEventOutcome: {
    eventId: string
    /** As the event has them; the database fills them in. */
    partnerId: Kept<string>
    receivedAt: Kept<Date>
    outcome: PartnerOutcome
    reason: string | null
    kind: string | null
    transactionId: string | null
    reference: string | null
    amountUsd: number | null
    points: number | null
    memberId: string | null
    decidedAt: Generated<Date>
    decidedBy: Generated<string>
  }
  partnerTransaction: {
    partnerId: string
    transactionId: string
    kind: 'credit' | 'reverse' | 'screenout'
    eventId: string
    memberId: string | null
    creditId: string | null
    createdAt: Generated<Date>
  }
  partnerCredit: {
    memberId: string
    creditId: Generated<string>
    partnerId: string
    transactionId: string
    clickId: string | null
    kind: 'survey' | 'offer'
    title: string
    points: number
    amountUsd: number
    state: CreditState
    createdAt: Generated<Date>
    releaseAt: Date
    settledAt: Date | null
    reason: string | null
  }
  creditClaim: {
    memberId: string
    claimId: Generated<string>
    clickId: string
    note: Generated<string>
    state: Generated<'open' | 'credited' | 'declined'>
    reason: string | null
    points: number | null
    openedAt: Generated<Date>
    decidedAt: Date | null
    decidedBy: string | null
  }
  referralCode: { code: string; memberId: string }
  memberReferralCode: { memberId: string; code: string }
  referral: {
    memberId: string
    friendId: string
    joinedAt: Generated<Date>
    state: Generated<ReferralState>
    reason: ReferralReason | null
    points: number | null
    settledAt: Date | null
    referralId: Generated<string>
  }
  referralFriend: { friendId: string; memberId: string }
}
