import * as z from 'zod'
import { APPROVAL_STATES } from './admin/approval-kinds.ts'
import { type PendingApproval, pendingApproval } from './admin/approvals.ts'
import { STEP_UP_WAYS, type StepUpWay } from './auth/auth-rules.ts'
import { toHoldWord } from './payouts/holds.ts'
import type { FieldProblems, Problem } from './problems.ts'
import { HOLD_REASONS } from './wallet/holds.ts'

const none = z.object({})

/** What can be lost with the key that sealed it. `request`: a partner's call. `batch`: accounts that a bank's file names. */
export const LOST_SECRETS = [
  'staffFactor',
  'memberFactor',
  'clientFactor',
  'account',
  'batch',
  'partner',
  'request',
  'approval',
  'webhook',
  'taxPin',
  'taxFile',
] as const
export type LostSecret = (typeof LOST_SECRETS)[number]

/**
 * Every failure a caller can act on: its HTTP status, and the parameters of its text. tRPC and REST read this table; no
 * other code maps codes to statuses. If the text depends on what was attempted, a parameter names it.
 */
export const errorTable = {
  INVALID_INPUT: {
    status: 400,
    params: z.object({
      fields: z.custom<FieldProblems | undefined>().optional(),
      /** What to say instead of "some fields": the first rule that is broken. */
      first: z.custom<Problem | undefined>().optional(),
      why: z.enum(['batch']).optional(),
    }),
  },
  /** No failure: the call is complete and waits for a second person. Nothing has changed yet. */
  APPROVAL_PENDING: { status: 202, params: pendingApproval },
  LINK_INVALID: { status: 400, params: none },
  /** `moved`: the account is at another address by now, and cannot go back to this one. */
  SECURITY_LINK_INVALID: {
    status: 400,
    params: z.object({ why: z.enum(['used', 'expired', 'moved', 'unknown']) }),
  },
  /** `ended`: the token opens nothing any more · `otherSide`: it is not a member's · `clients`: the door is clients'. Without a reason there is none. */
  NOT_SIGNED_IN: {
    status: 401,
    params: z.object({ why: z.enum(['ended', 'otherSide', 'clients']).optional() }),
  },
  INVALID_CREDENTIALS: { status: 401, params: none },
  INVALID_STAFF_CREDENTIALS: { status: 401, params: none },
  PASSKEY_INVALID: { status: 401, params: none },
  EMAIL_NOT_VERIFIED: {
    status: 403,
    params: z.object({ before: z.enum(['withdrawal', 'passkey', 'code']).optional() }),
  },
  FORBIDDEN: {
    status: 403,
    params: z.object({
      why: z
        .enum([
          'ownCase',
          'adminRole',
          'ownCredit',
          'keyNetwork',
          'person',
          'ownRequest',
          'ownDecision',
          'ownSurvey',
          'youngAccount',
          'requester',
        ])
        .optional(),
    }),
  },
  WRONG_PASSWORD: { status: 403, params: none },
  ACCOUNT_SUSPENDED: { status: 403, params: z.object({ reason: z.string() }) },
  /** `day`: a business day. */
  ACCOUNT_CLOSING: { status: 403, params: z.object({ day: z.iso.date() }) },
  SECOND_FACTOR_REQUIRED: { status: 401, params: z.object({ ways: z.array(z.enum(STEP_UP_WAYS)) }) },
  SECOND_FACTOR_INVALID: { status: 401, params: none },
  SECOND_FACTOR_MISSING: { status: 403, params: none },
  /** The password is a generated one, which others have seen. */
  PASSWORD_TEMPORARY: { status: 403, params: none },
  /** A critical call: repeat it after a proof in one of these ways. */
  STEP_UP_REQUIRED: { status: 403, params: z.object({ ways: z.array(z.enum(STEP_UP_WAYS)) }) },
  SECOND_FACTOR_ON: { status: 409, params: none },
  OWN_ACCOUNT: { status: 403, params: none },
  LAST_OWNER: { status: 409, params: none },
  SET_UP_LINK_INVALID: { status: 404, params: none },
  /** `ownerExists`: the link has done its work, and the owner continues after signing in. */
  SET_UP_CLOSED: { status: 410, params: z.object({ why: z.enum(['ownerExists']).optional() }) },
  SET_UP_INCOMPLETE: {
    status: 409,
    params: z.object({ step: z.enum(['product', 'payouts', 'mail', 'economy']) }),
  },
  MEMBER_STATE: { status: 409, params: none },
  PERIOD_STATE: { status: 409, params: none },
  ACCOUNT_STATE: { status: 409, params: none },
  CROSS_SITE: { status: 403, params: none },
  NOT_FOUND: {
    status: 404,
    params: z.object({
      what: z.enum(['secondFactor', 'secondFactorSetup', 'passkey', 'quiz', 'payoutQueue']).optional(),
    }),
  },
  SURVEY_NOT_FOUND: { status: 404, params: none },
  INSUFFICIENT_POINTS: { status: 409, params: none },
  WITHDRAWAL_STATE: { status: 409, params: none },
  /** A worker may be sending it at this moment. Its lease ends within a minute. */
  PAYOUT_LEAVING: { status: 409, params: none },
  NEEDS_REVIEW: { status: 409, params: none },
  /** `reason`: of the first hold that is in the way. */
  WITHDRAWAL_HELD: { status: 409, params: z.object({ reason: z.enum(HOLD_REASONS.map(toHoldWord)) }) },
  PAYOUTS_PAUSED: {
    status: 403,
    params: z.object({
      reason: z.string(),
      appeal: z.enum(['none', 'sent', 'answered']),
      answer: z.string(),
    }),
  },
  APPEAL_STATE: { status: 409, params: none },
  QUEUE_STATE: { status: 409, params: none },
  /** A restored backup, of which nobody has said yet what was paid after it. */
  PAYOUTS_STOPPED: { status: 409, params: none },
  ECONOMY_STATE: { status: 409, params: none },
  ECONOMY_UNCHOSEN: { status: 409, params: none },
  /** A member of average use for a month, and the value of all points that members hold. */
  ECONOMY_UNCONFIRMED: {
    status: 409,
    params: z.object({
      costKes: z.int(),
      bringsKes: z.int(),
      owedKes: z.int(),
      owedAfterKes: z.int(),
    }),
  },
  OFFER_CHANGED: { status: 409, params: none },
  QUESTIONNAIRE_CHANGED: { status: 409, params: none },
  QUOTAS_CHANGED: { status: 409, params: none },
  JOB_STATE: {
    status: 409,
    params: z.object({ why: z.enum(['link', 'news', 'mailSent', 'mailRefused', 'mailUnsure']) }),
  },
  SURVEY_FINISHED: { status: 409, params: none },
  PREMIUM_REQUIRED: { status: 403, params: none },
  PREMIUM_STATE: { status: 409, params: none },
  PAYMENT_OPEN: { status: 409, params: none },
  DONE_TODAY: {
    status: 409,
    params: z.object({ what: z.enum(['spin', 'quiz', 'dailyLogin']).optional() }),
  },
  TOO_EARLY: { status: 409, params: z.object({ secondsLeft: z.int() }) },
  CATALOGUE_STATE: { status: 409, params: none },
  PROOF_STATE: { status: 409, params: z.object({ why: z.enum(['handedIn']).optional() }) },
  CLOSED: { status: 409, params: z.object({ what: z.enum(['premium', 'signUp', 'codes']).optional() }) },
  SURVEY_FULL: { status: 409, params: none },
  /** The survey is for other members. */
  NOT_ELIGIBLE: { status: 403, params: none },
  ELIGIBILITY_CHANGED: { status: 409, params: none },
  /** Enough people like this member. */
  QUOTA_FULL: { status: 409, params: none },
  /** Quotas need something that this member has not told us. */
  PROFILE_NEEDED: { status: 409, params: none },
  /** A partner's survey, or one without questions. */
  RESULTS_ELSEWHERE: { status: 409, params: none },
  /** Too few accepted answers for a file. */
  DATASET_STATE: { status: 409, params: none },
  /** As many respondents are disputed as may be. */
  DISPUTE_LIMIT: { status: 409, params: none },
  /** Outdated, expired, withdrawn, or accepted already. */
  QUOTE_STATE: { status: 409, params: none },
  WEIGHTS_IMPOSSIBLE: { status: 409, params: none },
  AWAITS_PARTNER: { status: 409, params: none },
  CLAIM_EXISTS: { status: 409, params: none },
  ALREADY_CREDITED: { status: 409, params: none },
  CREDIT_IN_REVIEW: { status: 409, params: none },
  PARTNER_STATE: { status: 409, params: none },
  MESSAGE_STATE: { status: 409, params: none },
  TEMPLATE_STATE: { status: 409, params: none },
  WEBHOOK_STATE: { status: 409, params: none },
  WEBHOOK_OFF: { status: 409, params: none },
  WEBHOOK_WAITING: { status: 409, params: none },
  ALREADY_DECIDED: { status: 409, params: none },
  /** The decision was made on a preview that is out of date. */
  CLUSTER_CHANGED: { status: 409, params: none },
  /** Of an approval request: the state that it is in. */
  APPROVAL_STATE: { status: 409, params: z.object({ state: z.enum(APPROVAL_STATES).optional() }) },
  KEY_REUSED: { status: 409, params: none },
  /** It was sealed with a key that the operator has lost. `what`: what has to be given again, and by whom. */
  SECRET_LOST: { status: 409, params: z.object({ what: z.enum(LOST_SECRETS) }) },
  BODY_TOO_LARGE: { status: 413, params: none },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, params: none },
  METHOD_NOT_ALLOWED: { status: 405, params: none },
  /** 0: the code is over, was used, or there is none for this number. */
  CODE_INVALID: { status: 400, params: z.object({ triesLeft: z.int() }) },
  /** A limit on texted codes. `amount` and `unit` say the same as the seconds, for people. */
  CODE_LIMIT: {
    status: 429,
    params: z.object({
      by: z.enum(['pause', 'member', 'number', 'network', 'site']),
      retryAfterSeconds: z.int(),
      unit: z.enum(['seconds', 'minutes', 'hours']),
      amount: z.int(),
    }),
  },
  THROTTLED: { status: 429, params: z.object({ retryAfterSeconds: z.int() }) },
  /** One account or network has more calls open than it may. Nothing was done. */
  TOO_MANY_AT_ONCE: { status: 429, params: z.object({ retryAfterSeconds: z.int() }) },
  UNAVAILABLE: { status: 503, params: none },
  BUSY: { status: 503, params: none },
} as const satisfies Record<string, { status: number; params: z.ZodObject }>

export type ErrorCode = keyof typeof errorTable
export type ErrorParams<Code extends ErrorCode> = z.infer<(typeof errorTable)[Code]['params']>
/** What core throws; the edge adds the text. */
export type Failure = { [Code in ErrorCode]: { code: Code; params: ErrorParams<Code> } }[ErrorCode]

export type FieldErrors = Record<string, string[] | undefined>

/** The answer to a failed call, over tRPC and REST, and to one that waits for a second person. `ways`: only with STEP_UP_REQUIRED and SECOND_FACTOR_REQUIRED. */
export type ErrorBody = {
  code: ErrorCode | null
  message: string
  fieldErrors: FieldErrors | null
  ways?: readonly StepUpWay[] | undefined
} & { [Field in keyof PendingApproval]?: PendingApproval[Field] | undefined }
