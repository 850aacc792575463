/** Every failure a caller can act on. Both doors read this table; nothing else maps codes to statuses. */
export const errorTable = {
  INVALID_INPUT: { status: 400, message: 'Some fields are not valid' },
  LINK_INVALID: { status: 400, message: 'This link has expired or was already used. Ask for a new one.' },
  NOT_SIGNED_IN: { status: 401, message: 'Sign in first' },
  INVALID_CREDENTIALS: { status: 401, message: 'Invalid email or password' },
  INVALID_STAFF_CREDENTIALS: { status: 401, message: 'Invalid username or password' },
  EMAIL_NOT_VERIFIED: { status: 403, message: 'Please verify your email address before you sign in.' },
  FORBIDDEN: { status: 403, message: 'You may not do this' },
  WRONG_PASSWORD: { status: 403, message: 'The password is not right' },
  ACCOUNT_SUSPENDED: { status: 403, message: 'This account is suspended. Write to us if you disagree.' },
  ACCOUNT_CLOSING: { status: 403, message: 'This account is being deleted. You can still keep it.' },
  SECOND_FACTOR_REQUIRED: { status: 401, message: 'Enter the code from your authenticator app' },
  SECOND_FACTOR_INVALID: { status: 401, message: 'This code is not right, or it was used before' },
  SECOND_FACTOR_MISSING: { status: 403, message: 'Set up your second factor first' },
  SECOND_FACTOR_ON: { status: 409, message: 'A second factor is on already. Remove it first.' },
  OWN_ACCOUNT: { status: 403, message: 'Ask another owner to do this for you' },
  LAST_OWNER: { status: 409, message: 'Somebody else has to be an owner first' },
  MEMBER_STATE: {
    status: 409,
    message: 'These numbers have changed meanwhile. Look at what is new before you save.',
  },
  ACCOUNT_STATE: { status: 409, message: 'This account has already changed. Reload to see how it is.' },
  CROSS_SITE: { status: 403, message: 'This request did not come from this site' },
  NOT_FOUND: { status: 404, message: 'Not found' },
  SURVEY_NOT_FOUND: { status: 404, message: 'Survey not found' },
  INSUFFICIENT_POINTS: { status: 409, message: "You don't have enough points for this withdrawal." },
  PAYOUT_NUMBER_TAKEN: { status: 409, message: 'This M-Pesa number belongs to another account.' },
  WITHDRAWAL_STATE: {
    status: 409,
    message: 'This withdrawal has already moved on. Reload to see where it is.',
  },
  NEEDS_REVIEW: {
    status: 409,
    message: 'This withdrawal has to be looked at. Open it and decide about it by itself.',
  },
  NEEDS_ANOTHER_ADMIN: {
    status: 409,
    message: 'You have approved this withdrawal. Another admin has to confirm it.',
  },
  PAYOUTS_PAUSED: {
    status: 403,
    message: 'Your payouts are paused. You can read why, and appeal, on the withdrawal page.',
  },
  APPEAL_STATE: {
    status: 409,
    message: 'You have appealed already, or this pause is over. Reload to see where it is.',
  },
  QUEUE_STATE: { status: 409, message: 'Somebody was faster. Reload to see whether payouts are stopped.' },
  ECONOMY_STATE: {
    status: 409,
    message: 'Somebody has changed these numbers meanwhile. Look at what is new before you save.',
  },
  OFFER_CHANGED: {
    status: 409,
    message: 'Somebody has changed this offer meanwhile. Look at what is new, then save again.',
  },
  JOB_STATE: { status: 409, message: 'This job must not run again.' },
  SURVEY_FINISHED: {
    status: 409,
    message: 'This survey is over for you. Its answers are kept as they are.',
  },
  PREMIUM_REQUIRED: { status: 403, message: 'This is for premium members. Upgrade to earn here too.' },
  PREMIUM_STATE: { status: 409, message: 'There is no premium to change. Reload to see where it is.' },
  PAYMENT_OPEN: {
    status: 409,
    message: 'A payment is still open. Look at your telephone, or wait until it has ended.',
  },
  DONE_TODAY: { status: 409, message: 'You have done this today. Come back tomorrow.' },
  TOO_EARLY: { status: 409, message: 'It is too early for this. Stay with it a little longer.' },
  CATALOGUE_STATE: {
    status: 409,
    message: 'Somebody has changed this meanwhile. Look at what is new before you save.',
  },
  PROOF_STATE: { status: 409, message: 'This proof has already moved on. Reload to see where it is.' },
  CLOSED: { status: 409, message: 'This is closed at the moment. Nothing was counted.' },
  SURVEY_FULL: {
    status: 409,
    message: 'This survey has all the answers it needs. Others are waiting for you.',
  },
  AWAITS_PARTNER: {
    status: 409,
    message: 'Our partner confirms this survey. Your points come as soon as he does.',
  },
  CLAIM_EXISTS: { status: 409, message: 'You have claimed this already. You can follow it in your clicks.' },
  ALREADY_CREDITED: { status: 409, message: 'This has been credited. Look at your points for it.' },
  PARTNER_STATE: {
    status: 409,
    message: 'Somebody has changed this partner meanwhile. Look at what is new before you save.',
  },
  MESSAGE_STATE: {
    status: 409,
    message: 'Somebody has answered or moved this message meanwhile. Look at what is new before you go on.',
  },
  TEMPLATE_STATE: {
    status: 409,
    message: 'Somebody has changed this template meanwhile. Look at what is new before you save.',
  },
  WEBHOOK_STATE: {
    status: 409,
    message: 'Somebody has changed this webhook meanwhile. Look at what is new before you save.',
  },
  WEBHOOK_OFF: { status: 409, message: 'This webhook is switched off, and nothing is sent to it.' },
  WEBHOOK_WAITING: { status: 409, message: 'This is on its way already.' },
  ALREADY_DECIDED: { status: 409, message: 'Somebody has decided this already. Reload to see how.' },
  KEY_REUSED: { status: 409, message: 'This Idempotency-Key was used for a different request' },
  BODY_TOO_LARGE: { status: 413, message: 'The request is too large' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'Send application/json' },
  METHOD_NOT_ALLOWED: { status: 405, message: 'Method not allowed' },
  THROTTLED: { status: 429, message: 'Too many tries. Wait a few minutes, then try again.' },
  UNAVAILABLE: {
    status: 503,
    // A call whose commit was not answered may have been done.
    message:
      'We cannot reach our database right now. Try again shortly, and see first whether it is done already.',
  },
  BUSY: { status: 503, message: 'Too busy right now. Try again in a moment.' },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof errorTable
export type FieldErrors = Record<string, string[] | undefined>

/** What a failed call answers, through either door. */
export type ErrorBody = { code: ErrorCode | null; message: string; fieldErrors: FieldErrors | null }
