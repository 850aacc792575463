import type { Selectable } from 'kysely'
import type { Sealed } from '../column-types.ts'
import type { JobName, Jobs } from '../queries/jobs.ts'
import type { Database } from '../schema.gen.ts'

/** Every table that the story fills directly, so that each comes after those it refers to. */
export const STORY_TABLES = [
  'person',
  'staff',
  'member',
  'emailOwner',
  'memberSettings',
  'memberTerms',
  'memberNote',
  'session',
  'referralCode',
  'memberReferralCode',
  'referral',
  'referralFriend',
  'economyVersion',
  'partner',
  'survey',
  'task',
  'click',
  'clickReference',
  'questionnaireDraft',
  'questionnaireVersion',
  'surveyAttempt',
  'surveyTrait',
  'surveyAnswer',
  'surveyCategory',
  'surveyAnswerCategory',
  'surveyReview',
  'surveyEligibility',
  'profileAnswer',
  'profileChoice',
  'profileFlag',
  'hold',
  'taskView',
  'taskProof',
  'partnerEvent',
  'partnerEventOutcome',
  'partnerCredit',
  'partnerTransaction',
  'creditClaim',
  'premiumPayment',
  'premiumReference',
  'premiumGrant',
  'payoutPause',
  'payoutDetails',
  'contactMessage',
  'contactReply',
  'contactTemplate',
  'webhookEndpoint',
  'webhookEvent',
  'webhookDelivery',
  'mailDelivery',
  'auditEntry',
] as const

/** Tables that refer to a wallet, and so come after the ledger. */
export const AFTER_LEDGER = [
  'dailyLogin',
  'spin',
  'quizAttempt',
  'earningsCorrection',
  'withdrawal',
  'payoutAttempt',
  'payoutReference',
  'payoutReceipt',
  'payoutCorrection',
] as const

export type StoryTable = (typeof STORY_TABLES)[number] | (typeof AFTER_LEDGER)[number]

/** A row in the form in which it is read, with what is sealed as text. What is left out takes the column's default. */
export type StoryRow<Table extends StoryTable> = {
  [Column in keyof Selectable<Database[Table]>]?: Selectable<Database[Table]>[Column] extends Sealed | null
    ? string | null
    : Selectable<Database[Table]>[Column]
}
/** A job that has failed its last try. */
export type FailedStoryJob<Name extends JobName = JobName> = {
  id: string
  name: Name
  data: Jobs[Name]
  failedAt: Date
  message: string
}
export type StoryRows = { [Table in StoryTable]: StoryRow<Table>[] } & { failedJobs: FailedStoryJob[] }

/** A posting with its number and balances. The database adds the hash. */
export type StoryPosting = Omit<Selectable<Database['posting']>, 'hash'>

/** A member that the demo has made already: when they joined, and what they have now. */
export type KnownMember = { memberId: string; createdAt: Date; premiumUntil: Date | null }

export type Story = {
  rows: StoryRows
  postings: StoryPosting[]
  knownMembers: KnownMember[]
  /** How many days before now the demo's surveys and tasks were added. */
  catalogueDaysAgo: number
  startedAt: Date
}

/** No rows yet, in any table. */
export function noRows(): StoryRows {
  const tables = [...STORY_TABLES, ...AFTER_LEDGER].map((table) => [table, []])
  return { ...Object.fromEntries(tables), failedJobs: [] } as unknown as StoryRows
}
