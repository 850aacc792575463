import { hostileAnalyticsCalls } from './hostile-analytics-calls.ts'
import { hostileBookCalls } from './hostile-book-calls.ts'
import type { HostileCall } from './hostile-call.ts'
import { hostileCatalogueCalls } from './hostile-catalogue-calls.ts'
import { hostileClientCalls } from './hostile-client-calls.ts'
import { hostileCodeCalls } from './hostile-code-calls.ts'
import { hostileHouseCalls } from './hostile-house-calls.ts'
import { hostileInboxCalls } from './hostile-inbox-calls.ts'
import { hostileMemberCalls } from './hostile-member-calls.ts'
import { hostilePartnerCalls } from './hostile-partner-calls.ts'
import { hostilePasskeyCalls } from './hostile-passkey-calls.ts'
import { hostilePauseCalls } from './hostile-pause-calls.ts'
import { hostilePayoutCalls } from './hostile-payout-calls.ts'
import { hostilePremiumCalls } from './hostile-premium-calls.ts'
import { hostileProfileCalls } from './hostile-profile-calls.ts'
import { hostileQuotaCalls } from './hostile-quota-calls.ts'
import { hostileResultCalls } from './hostile-result-calls.ts'
import { hostileStaffCalls } from './hostile-staff-calls.ts'
import { hostileSurveyOfferCalls } from './hostile-survey-offer-calls.ts'
import { hostileTaskCalls } from './hostile-task-calls.ts'
import { hostileWalletCalls } from './hostile-wallet-calls.ts'
import { hostileWebhookCalls } from './hostile-webhook-calls.ts'

export const SURVEY_ID = '11111111-1111-4111-8111-111111111111'
const id = '00000000-0000-4000-8000-000000000000'

export const tooLong = 'x'.repeat(5000)
const text = ['', '   ', tooLong, 'a\0b', '\ud800', 'a\u001bb', 7, null, [], {}, true]
const email = [...text, 'a', 'a@', 'аnn@example.com', 'a b@example.com', 'a@b@example.com']
const password = ['12345', tooLong, 'a\0bcdef', 7, null, [], {}]
const wholeNumber = [-1, 0, 0.5, Number.MAX_VALUE, 1e21, Number.NaN, '1', '１', null, [], {}, true]
const anId = ['', 'x', '1', `${id}x`, tooLong, 'a\0b', 7, null, [], {}]

const signup = {
  firstName: 'Ann',
  lastName: 'Bee',
  email: 'ann@example.com',
  password: 'secret-9',
  confirmPassword: 'secret-9',
  country: 'Kenya',
}

/** Every call that takes a body, with wrong values for each of its fields. */
export const hostileCalls: Record<string, HostileCall> = {
  'sign-up': {
    url: '/api/auth/signup',
    path: 'auth.signup',
    body: signup,
    wrong: {
      firstName: text,
      lastName: text,
      email,
      password,
      confirmPassword: ['other', 7, null],
      country: text,
      referralCode: [...text, 'ABC', 'ABCDEFGHJKMNP', 'ABCDEF-7', 'ÀBCDEFGH', 'ABCDEFGH'],
    },
    optional: ['country'],
  },
  'log-in': {
    url: '/api/auth/login',
    path: 'auth.login',
    body: { email: 'a@example.com', password: 'x' },
    wrong: { email, password: ['', tooLong, 7, null, [], {}] },
  },
  'account restoration': {
    url: '/api/auth/restore',
    path: 'auth.restoreAccount',
    body: { email: 'a@example.com', password: 'x' },
    wrong: { email, password: ['', tooLong, 7, null, [], {}] },
  },
  ...hostilePasskeyCalls({ text, password: ['', tooLong, 7, null, [], {}] }),
  resend: {
    url: '/api/auth/resend-verification',
    path: 'auth.resendVerification',
    body: { email: 'a@example.com' },
    wrong: { email },
  },
  'one-time link': {
    url: '/api/auth/redeem-link',
    path: 'auth.redeemLink',
    body: { token: 'l_x' },
    wrong: { token: ['', tooLong, 7, null, [], {}] },
  },
  'sign-in link': {
    url: '/api/auth/sign-in-link',
    path: 'auth.requestSignInLink',
    body: { email: 'a@example.com' },
    wrong: { email },
  },
  'forgotten password': {
    url: '/api/auth/forgot-password',
    path: 'auth.forgotPassword',
    body: { email: 'a@example.com' },
    wrong: { email },
  },
  'password reset': {
    who: 'member',
    url: '/api/auth/reset-password',
    path: 'auth.resetPassword',
    body: { password: 'secret-9', confirmPassword: 'secret-9' },
    wrong: { password, confirmPassword: ['other', tooLong, 7, null, [], {}] },
  },
  'password change': {
    who: 'member',
    url: '/api/account/password',
    path: 'account.changePassword',
    body: { currentPassword: 'x', newPassword: 'secret-9', confirmPassword: 'secret-9' },
    wrong: {
      currentPassword: ['', tooLong, 7, null, [], {}],
      newPassword: password,
      confirmPassword: ['other', tooLong, 7, null, [], {}],
    },
  },
  ...hostileClientCalls({ text, email, password, wholeNumber, tooLong, anId }),
  ...hostileProfileCalls({ text, email, tooLong }),
  'contact message': {
    url: '/api/contact',
    path: 'inbox.sendMessage',
    body: {
      name: 'Ann Bee',
      email: 'ann@example.com',
      subject: 'A late payout',
      message: 'It has been two days.',
    },
    wrong: {
      name: [...text, 'A'],
      email: [...email, 'ann@example.com\u001bBcc: all@example.com', 'ann@example.com,all@example.com'],
      subject: [...text, 'Help', 'Hello there\u001bBcc: all@example.com'],
      message: [
        '',
        '   ',
        'Too short',
        `${tooLong}x`,
        'Two days\0late',
        '\ud800 two days',
        7,
        null,
        [],
        {},
        true,
      ],
    },
  },
  'survey start': {
    who: 'member',
    url: '/api/user-surveys',
    path: 'surveys.startSurvey',
    body: { surveyId: SURVEY_ID },
    wrong: { surveyId: anId },
  },
  'survey answer': {
    who: 'member',
    url: `/api/surveys/${SURVEY_ID}/answers`,
    path: 'surveys.saveAnswer',
    inPath: { surveyId: SURVEY_ID },
    body: { questionId: 2, answer: 3 },
    wrong: {
      questionId: wholeNumber,
      answer: [0, 6, 1.5, -1, Number.MAX_VALUE, tooLong, 'a\0b', null, [], {}, true, '3,5', '0x3'],
    },
  },
  'survey completion': {
    who: 'member',
    url: `/api/surveys/${SURVEY_ID}/complete`,
    path: 'surveys.completeSurvey',
    inPath: { surveyId: SURVEY_ID },
    body: { answers: { '1': 'SACCO', '2': 4, '3': 'yes' }, completedAt: '2026-11-20T10:00:00Z' },
    wrong: { answers: [7, 'x', [], null, true], completedAt: ['yesterday', 7, null, {}, 'a\0b'] },
    optional: ['answers', 'completedAt'],
  },
  ...hostileWalletCalls({ text, email, wholeNumber, tooLong }),
  ...hostileCodeCalls({ tooLong }),
  ...hostileStaffCalls({ text, wholeNumber, tooLong }),
  ...hostilePremiumCalls({ tooLong }),
  ...hostileTaskCalls({ text, tooLong, anId }),
  ...hostileBookCalls({ tooLong }),
  ...hostileCatalogueCalls({ text, tooLong, anId, wholeNumber }),
  ...hostileAnalyticsCalls({ tooLong }),
  ...hostileResultCalls({ tooLong }),
  ...hostileSurveyOfferCalls({ tooLong, anId }),
  ...hostileQuotaCalls(),
  ...hostileHouseCalls({ text, email, tooLong }),
  ...hostileWebhookCalls({ text, tooLong }),
  ...hostileInboxCalls({ text, tooLong }),
  ...hostilePartnerCalls({ text, tooLong, anId }),
  ...hostilePauseCalls({ tooLong }),
  ...hostileMemberCalls({ tooLong }),
  ...hostilePayoutCalls({ tooLong }),
  'staff log-in': {
    url: '/api/admin/login',
    path: 'admin.login',
    body: { username: 'x', password: 'x' },
    wrong: { username: text, password: ['', tooLong, 7, null, [], {}] },
  },
  decision: {
    who: 'owner',
    method: 'PUT',
    url: `/api/admin/withdrawals/${id}`,
    path: 'admin.decideWithdrawal',
    inPath: { id },
    body: { status: 'rejected', adminNotes: 'Because' },
    wrong: { status: ['', 'pending', 7, null, [], {}], adminNotes: [tooLong, 'a\0b', 7, null, [], {}] },
    optional: ['adminNotes'],
  },
}
