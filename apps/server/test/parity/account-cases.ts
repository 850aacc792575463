import { type Case, read, signup, unique, type World, write } from './calls.ts'

const unknownId = '00000000-0000-4000-8000-000000000000'
const chosen = { password: 'battery staple', confirmPassword: 'battery staple' }

/** How one gets an account and gets into it, and what its owner does about its safety. */
export const accountCases: Case[] = [
  [
    'sign-up',
    200,
    () =>
      write('/api/auth/signup', 'auth.signup', { ...signup, email: unique() }, { token: null })({} as World),
  ],
  [
    'sign-up without a name',
    400,
    write('/api/auth/signup', 'auth.signup', { ...signup, firstName: ' ', email: 'a@b.co' }, { token: null }),
  ],
  [
    'sign-up with two passwords',
    400,
    write(
      '/api/auth/signup',
      'auth.signup',
      { ...signup, confirmPassword: 'x', email: 'a@b.co' },
      { token: null },
    ),
  ],
  [
    'sign-up by a code that nobody has',
    400,
    () =>
      write(
        '/api/auth/signup',
        'auth.signup',
        { ...signup, email: unique(), referralCode: 'NOB0DYS1' },
        { token: null },
      )({} as World),
  ],
  [
    'log-in of nobody',
    401,
    write('/api/auth/login', 'auth.login', { email: 'nobody@example.com', password: 'x' }, { token: null }),
  ],
  [
    'keeping the account of nobody',
    401,
    write(
      '/api/auth/restore',
      'auth.restoreAccount',
      { email: 'leaver@example.com', password: 'x' },
      { token: null },
    ),
  ],
  [
    'sign-up with a password that everybody has',
    400,
    write(
      '/api/auth/signup',
      'auth.signup',
      { ...signup, email: 'a@b.co', password: 'qwerty', confirmPassword: 'qwerty' },
      { token: null },
    ),
  ],
  [
    'log-in with no e-mail address',
    400,
    write('/api/auth/login', 'auth.login', { email: 'nobody', password: 'x' }, { token: null }),
  ],
  [
    'resend',
    200,
    write(
      '/api/auth/resend-verification',
      'auth.resendVerification',
      { email: 'a@example.com' },
      { token: null },
    ),
  ],
  [
    'a link that never was',
    400,
    write('/api/auth/redeem-link', 'auth.redeemLink', { token: 'l_x' }, { token: null }),
  ],
  [
    'a link to sign in',
    200,
    write('/api/auth/sign-in-link', 'auth.requestSignInLink', { email: 'a@example.com' }, { token: null }),
  ],
  [
    'a forgotten password',
    200,
    write('/api/auth/forgot-password', 'auth.forgotPassword', { email: 'a@example.com' }, { token: null }),
  ],
  ['a new password without a link', 400, write('/api/auth/reset-password', 'auth.resetPassword', chosen)],
  [
    'a new password, signed out',
    401,
    write('/api/auth/reset-password', 'auth.resetPassword', chosen, { token: null }),
  ],
  [
    'a new password for a wrong one',
    403,
    write('/api/account/password', 'account.changePassword', {
      currentPassword: 'x',
      newPassword: 'battery staple',
      confirmPassword: 'battery staple',
    }),
  ],
  [
    'a new password that everybody has',
    400,
    write('/api/account/password', 'account.changePassword', {
      currentPassword: 'x',
      newPassword: '123456',
      confirmPassword: '123456',
    }),
  ],
  ['my devices', 200, read('/api/account/sessions', 'account.listSessions')],
  [
    'my devices, signed out',
    401,
    () => ({ ...read('/api/account/sessions', 'account.listSessions')({ member: {} } as World) }),
  ],
  [
    'ending a device that is not mine',
    404,
    write(`/api/account/sessions/${unknownId}`, 'account.endSession', undefined, {
      method: 'DELETE',
      input: { id: unknownId },
    }),
  ],
  [
    'ending all other devices',
    200,
    write('/api/account/sessions/end-others', 'account.endOtherSessions', undefined),
  ],
]
