import type { ErrorCode } from '@chuma/contract/errors'
import { chooseByHold } from '@chuma/contract/payouts/holds'

/** `OUR_FAULT` is for failures that callers cannot act on. */
export const errors = {
  OUR_FAULT: 'Something went wrong',
  INVALID_INPUT: '{why, select, batch {Mutations are sent one at a time} other {Some fields are not valid}}',
  APPROVAL_PENDING:
    '{runsAt, select, none {Sent to a second person. Nothing has changed yet: it happens once they approve.} other {Nobody else can approve this yet, so it runs on its own after 24 hours. Until then you can withdraw it.}}',
  LINK_INVALID: 'This link has expired or was already used. Ask for a new one.',
  SECURITY_LINK_INVALID:
    '{why, select, used {This link was already used, and works once. What it does has been done.} expired {This link worked for 7 days and has expired.} moved {This link no longer works: the account uses another email address now.} other {This link does not work. Open it again from the email, or copy all of it.}}',
  NOT_SIGNED_IN:
    '{why, select, ended {Your session has ended. Sign in again.} otherSide {Sign in as a member first.} clients {Sign in as a client first.} other {No authentication token}}',
  INVALID_CREDENTIALS: 'Invalid email or password',
  INVALID_STAFF_CREDENTIALS: 'Invalid username or password',
  PASSKEY_INVALID: 'This passkey does not open an account here. Sign in with your password.',
  EMAIL_NOT_VERIFIED:
    'Please verify your email address before you {before, select, withdrawal {withdraw} passkey {add a passkey} code {prove a number} other {sign in}}.',
  FORBIDDEN:
    "{why, select, ownCase {Someone else has to decide about your own case.} adminRole {An owner has to remove their admin role first} ownCredit {You gave this member points in the last 30 days, or created what gave them. Someone else has to approve the payout. If you work alone, raise the limit under Economy.} keyNetwork {This key may not be used from this network} person {An API key cannot do this. Sign in as a person.} ownRequest {Another person has to decide about your request} ownDecision {Someone other than the person who rejected these answers has to answer the appeal.} ownSurvey {You created or changed this survey, or decided about this answer. Someone else has to credit it.} youngAccount {This account is new or was changed in the last 7 days. It cannot decide about other people''s requests yet.} requester {The person who asked for this may not do it any more. The request is closed.} other {You may not do this}}",
  WRONG_PASSWORD: 'Wrong password',
  ACCOUNT_SUSPENDED: 'This account is suspended. Write to us if you disagree. The reason: {reason}',
  ACCOUNT_CLOSING: 'This account will be deleted on {day, date, day}. You can still keep it.',
  SECOND_FACTOR_REQUIRED: 'Enter the code from your authenticator app',
  SECOND_FACTOR_INVALID: 'Wrong code, or it was used before',
  SECOND_FACTOR_MISSING: 'Set up your second factor first',
  PASSWORD_TEMPORARY: 'Choose a password of your own first',
  STEP_UP_REQUIRED: 'Confirm that it is you, then send this call again',
  SECOND_FACTOR_ON: 'A second factor is on already. Remove it first.',
  OWN_ACCOUNT: 'Ask another owner to do this for you',
  LAST_OWNER: 'Someone else has to be an owner first',
  SET_UP_LINK_INVALID:
    'This set-up link has expired or is not complete. Restart the server, or run “npm run admin -- set-up-link”, and open the new link.',
  SET_UP_CLOSED:
    '{why, select, ownerExists {This link was used to create the owner’s account, and works once. Sign in with that account to continue the set-up.} other {This installation is set up already. Sign in as staff.}}',
  SET_UP_INCOMPLETE:
    '{step, select, product {Save the name and contact details first} payouts {Decide how members are paid first} mail {Look at the mail step first} other {Choose the rates first}}',
  PERIOD_STATE:
    'This month cannot be closed now. Months close in order, once they are over. Reload the page to see which one is next.',
  MEMBER_STATE: 'Someone else changed these numbers a moment ago. Review the changes before you save.',
  ACCOUNT_STATE: 'This account has already changed. Reload to see how it is now.',
  CROSS_SITE: 'This request did not come from this site',
  NOT_FOUND:
    "{what, select, secondFactor {There is no second factor} secondFactorSetup {Start setting it up first} passkey {There is no passkey on this account} quiz {Open today's quiz first} payoutQueue {People make the payments here, so there is no queue to stop.} other {Not found}}",
  SURVEY_NOT_FOUND: 'Survey not found',
  INSUFFICIENT_POINTS: "You don't have enough points for this withdrawal.",
  WITHDRAWAL_STATE: 'This withdrawal has already moved on. Reload to see where it is.',
  PAYOUT_LEAVING: 'This payment may be leaving right now, so nothing was changed. Try again in a minute.',
  NEEDS_REVIEW: 'This withdrawal needs a review. Open it and decide about it individually.',
  WITHDRAWAL_HELD: `This withdrawal is on hold, so nothing was paid: ${chooseByHold({
    'first-payout': 'it is the member’s first',
    'new-destination': 'it goes to a new destination',
    'credentials-changed': 'the password or the devices changed a short while ago',
    'email-changed': 'the email address changed a short while ago',
    'shared-destination': 'another account uses the same destination',
    'shared-mailbox': 'another account uses the same mailbox',
    'survey-quality': 'survey answers are in doubt',
    'unsettled-credits': 'a partner has not confirmed the points',
    restored: 'it may have been paid after the backup that was restored',
    'account-unreadable': 'its account number can’t be read any more',
    debt: 'the member owes points, and is paid once these are set off',
    cluster: 'a group of accounts is being checked',
  })}. {reason, select, accountUnreadable {Reject it, so that the points go back and the member can enter the account again.} other {Lift the hold or wait until it ends.}}`,
  PAYOUTS_PAUSED:
    'Your payouts are paused: {reason} Your points stay yours and you go on earning. {appeal, select, answered {Our answer to your appeal: {answer}} sent {We have your appeal and will answer it.} other {You can appeal on the withdrawal page.}}',
  APPEAL_STATE:
    'You have appealed already, or there is nothing to appeal against any more. Reload to see where it is.',
  PAYOUTS_STOPPED:
    'All payouts are stopped because the database was restored from a backup, so no file to pay from was made. Compare the statements since the backup with the withdrawals, mark what was paid, then resume payouts under Withdrawals.',
  QUEUE_STATE: 'Someone else changed this a moment ago. Reload to see whether payouts are stopped.',
  ECONOMY_STATE: 'Someone else changed these numbers a moment ago. Review the changes before you save.',
  ECONOMY_UNCHOSEN:
    'Nothing is paid out and no partner can be active until an owner has chosen an economy preset. Open Economy and choose one.',
  ECONOMY_UNCONFIRMED:
    'Confirm this choice first. A member costs about KES {costKes, number} a month and brings in KES {bringsKes, number}. The points that members hold are worth KES {owedKes, number} now and KES {owedAfterKes, number} afterwards.',
  QUESTIONNAIRE_CHANGED:
    'Someone else changed this questionnaire a moment ago. Load it again: your changes were not saved.',
  OFFER_CHANGED: 'Someone else changed this offer a moment ago. Review the changes, then save again.',
  JOB_STATE:
    '{why, select, link {This link is only mailed to the person who asks for it. They can ask for another.} news {This alarm is outdated. The payout queue shows the current state.} mailSent {Its mail was sent. A mail is never sent twice.} mailRefused {The mail server will never accept this mail.} mailUnsure {Its mail may have arrived. A mail is never sent twice.} other {This job must not run again.}}',
  SURVEY_FINISHED: 'This survey is over for you. We keep your answers.',
  PREMIUM_REQUIRED: 'This is for premium members. Upgrade to earn here too.',
  PREMIUM_STATE: 'There is no premium to change. Reload to see where it is.',
  PAYMENT_OPEN: 'A payment is still open. Look at your phone, or wait until it has ended.',
  DONE_TODAY:
    '{what, select, spin {You have spun today. Come back tomorrow.} quiz {You have taken the quiz today. Come back tomorrow.} dailyLogin {You have your daily bonus. Come back tomorrow.} other {You have done this today. Come back tomorrow.}}',
  TOO_EARLY: 'Keep watching: {secondsLeft, plural, one {# second is left} other {# seconds are left}}.',
  CATALOGUE_STATE: 'Someone else changed this a moment ago. Review the changes before you save.',
  PROOF_STATE:
    '{why, select, handedIn {You have already submitted this. It is approved or under review.} other {This proof has already moved on. Reload to see where it is.}}',
  CLOSED:
    '{what, select, premium {Premium cannot be paid for here. Write to us to get it.} signUp {Sign-up is not open at the moment. Please come back later.} codes {We send no codes by text at the moment. You can withdraw all the same: your first payment proves the number.} other {This is closed at the moment. Nothing was counted.}}',
  RESULTS_ELSEWHERE: 'This survey asks no questions here. Its answers are with the partner.',
  DISPUTE_LIMIT:
    'You have disputed as many respondents as you can: a tenth of the accepted answers, or three. Write to us in the comments.',
  QUOTE_STATE:
    'This quote can’t be accepted or withdrawn any more. Nothing has changed. Reload to see the newest one.',
  DATASET_STATE: 'The data can be read from five accepted answers on.',
  WEIGHTS_IMPOSSIBLE: 'No weights give these shares. Somebody has to have given each of these answers.',
  NOT_ELIGIBLE: 'Going by your profile, this survey is for other members. Others are waiting for you.',
  ELIGIBILITY_CHANGED:
    'Someone else changed who can take this survey. Load the page again, and check their change before you save.',
  QUOTA_FULL: 'This survey already has enough people like you. Others are waiting for you.',
  PROFILE_NEEDED:
    'This survey is for certain people, and we don’t know enough about you yet. Complete your profile, then try again.',
  QUOTAS_CHANGED:
    'Someone else changed these quotas a moment ago. Load them again: your changes were not saved.',
  SURVEY_FULL: 'This survey has all the answers it needs. Others are waiting for you.',
  AWAITS_PARTNER: 'Our partner confirms this survey. You get your points as soon as they do.',
  CLAIM_EXISTS: 'You have claimed this already. You can follow it in your clicks.',
  ALREADY_CREDITED: 'This has been credited. Look at your points for it.',
  CREDIT_IN_REVIEW: 'The partner’s credit for this click is being checked: decide that first.',
  PARTNER_STATE: 'Someone else changed this partner a moment ago. Review the changes before you save.',
  MESSAGE_STATE:
    'Someone else answered or moved this message a moment ago. Review the changes before you continue.',
  TEMPLATE_STATE: 'Someone else changed this template a moment ago. Review the changes before you save.',
  WEBHOOK_STATE: 'Someone else changed this webhook a moment ago. Review the changes before you save.',
  WEBHOOK_OFF: 'This webhook is switched off, and nothing is sent to it.',
  WEBHOOK_WAITING: 'This is on its way already.',
  APPROVAL_STATE:
    'This request {state, select, executed {was approved already} refused {was refused} withdrawn {was withdrawn} expired {has expired. Ask for the change again.} outdated {is outdated: what it is about has changed. Ask for the change again.} other {has moved on. Reload to see where it is.}}',
  ALREADY_DECIDED: 'Someone else has decided this already. Reload to see how.',
  CLUSTER_CHANGED:
    'This group of accounts has changed since you looked. Nothing was decided. Check the effect again.',
  SECRET_LOST:
    '{what, select, staffFactor {Your authenticator app no longer works here. Log in with a recovery code or a passkey, or ask the operator to reset your account.} memberFactor {Your authenticator app no longer works here. Use a recovery code or a passkey, or ask an owner to remove your role and give it again: then you can set up a new one.} clientFactor {Your authenticator app no longer works here. Use a recovery code, or write to us to reset your second factor.} batch {Account numbers of this batch can’t be read any more. Cancel the batch, then reject those withdrawals so that the points go back.} partner {This partner’s secret can’t be read any more. Enter it again in the partner’s settings.} request {What the partner sent then can’t be read any more. Ask the partner to send it again.} approval {The secret in this request can’t be read any more. Decline it, and ask for the change again with the secret.} webhook {This webhook’s secret can’t be read any more. Make a new one.} taxPin {This PIN can’t be read any more. The member has to enter it again.} taxFile {The file of this month can’t be read any more. Use the copy that you uploaded.} other {This account number can’t be read any more. It has to be entered again.}}',
  KEY_REUSED: 'This Idempotency-Key was used for a different request',
  BODY_TOO_LARGE: 'The request is too large',
  UNSUPPORTED_MEDIA_TYPE: 'Send application/json',
  METHOD_NOT_ALLOWED: 'Method not allowed',
  CODE_INVALID:
    '{triesLeft, plural, =0 {This code no longer works. Ask for a new one.} one {That is not the code. You have # try left.} other {That is not the code. You have # tries left.}}',
  CODE_LIMIT:
    '{by, select, pause {A code is on its way to you.} member {You have asked for many codes.} number {This number has been sent several codes.} network {Many codes were asked for from your network.} other {We have sent all the texts that we send in a day.}} You can ask for another in {unit, select, seconds {{amount, plural, one {# second} other {# seconds}}} minutes {{amount, plural, one {# minute} other {# minutes}}} other {{amount, plural, one {# hour} other {# hours}}}}.',
  THROTTLED: 'Too many tries. Wait a few minutes, then try again.',
  TOO_MANY_AT_ONCE:
    'You have too many requests open at the same time. Nothing was changed. Try again in a moment.',
  // A call may have been committed even if the database did not confirm it.
  UNAVAILABLE:
    'We cannot reach our database right now. Check first whether it is done, then try again shortly.',
  BUSY: 'Too busy right now. Try again in a moment.',
} as const satisfies Record<ErrorCode | 'OUR_FAULT', string>
