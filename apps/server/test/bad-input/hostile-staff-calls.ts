import type { HostileCall } from './hostile-call.ts'

type Wrong = { text: unknown[]; wholeNumber: unknown[]; tooLong: string }

const id = '00000000-0000-4000-8000-000000000000'

/** Calls about staff accounts that take a body. */
export function hostileStaffCalls({ text, wholeNumber, tooLong }: Wrong): Record<string, HostileCall> {
  const password = ['', tooLong, 7, null, [], {}]
  const code = ['', '12345', '1234567', '１２３４５', 'ABCDEFGH', tooLong, 123456, null, [], {}]
  const role = ['', 'king', 'OWNER', 7, [], {}]
  const email = ['', 'a', 'a@', 'a b@example.com', tooLong, 7, [], {}]
  const who = 'owner'
  return {
    'staff log-in with a code': {
      url: '/api/admin/login',
      path: 'admin.login',
      body: { username: 'x', password: 'x', code: '123456' },
      wrong: { code },
      optional: ['code'],
    },
    'staff password': {
      who,
      method: 'PUT',
      url: '/api/admin/password',
      path: 'admin.changePassword',
      body: { currentPassword: 'x', newPassword: 'fifteen-letters', confirmPassword: 'fifteen-letters' },
      wrong: {
        currentPassword: password,
        newPassword: ['short', tooLong, 'a\0bcdefghijklmnop', 7, null, [], {}],
        confirmPassword: ['other', tooLong, 7, null, [], {}],
      },
    },
    'second factor': {
      who,
      url: '/api/admin/second-factor',
      path: 'admin.startSecondFactor',
      body: { password: 'x' },
      wrong: { password },
    },
    'second factor confirmed': {
      who,
      url: '/api/admin/second-factor/confirm',
      path: 'admin.confirmSecondFactor',
      body: { code: '123456' },
      wrong: { code },
    },
    'second factor removed': {
      who,
      url: '/api/admin/second-factor/remove',
      path: 'admin.removeSecondFactor',
      body: { password: 'x', code: '123456' },
      wrong: { password, code },
    },
    'recovery codes': {
      who,
      url: '/api/admin/second-factor/recovery-codes',
      path: 'admin.renewRecoveryCodes',
      body: { password: 'x', code: '123456' },
      wrong: { password, code },
    },
    'step-up with a code': {
      who,
      url: '/api/admin/step-up',
      path: 'admin.stepUp',
      body: { way: 'code', code: '123456' },
      wrong: { way: ['', 'mail', 7, null, [], {}], code },
    },
    'step-up with a password': {
      who,
      url: '/api/admin/step-up',
      path: 'admin.stepUp',
      body: { way: 'password', password: 'x' },
      wrong: { way: ['', 'mail', 7, null, [], {}], password },
    },
    'new staff': {
      who,
      url: '/api/admin/staff',
      path: 'admin.createStaff',
      body: { username: 'newcomer', role: 'analyst', email: 'newcomer@example.com' },
      optional: ['email'],
      wrong: { username: [...text, 'a b', 'joyсe'], role: [...role, null], email: [...email, null] },
    },
    'staff role': {
      who,
      method: 'PUT',
      url: `/api/admin/staff/${id}/role`,
      path: 'admin.setStaffRole',
      inPath: { id },
      body: { role: 'analyst' },
      wrong: { role: [...role, null] },
    },
    'staff email': {
      who,
      method: 'PUT',
      url: `/api/admin/staff/${id}/email`,
      path: 'admin.setStaffEmail',
      inPath: { id },
      body: { email: 'someone@example.com' },
      wrong: { email },
    },
    'own email': {
      who,
      method: 'PUT',
      url: '/api/admin/me/email',
      path: 'admin.setOwnEmail',
      body: { email: 'someone@example.com' },
      wrong: { email },
    },
    'member role': {
      who,
      method: 'PUT',
      url: `/api/admin/users/${id}/role`,
      path: 'admin.setMemberRole',
      inPath: { memberId: id },
      body: { role: 'analyst', personId: null },
      optional: ['personId'],
      wrong: { role, personId: ['x', 7, {}] },
    },
    suspension: {
      who,
      url: `/api/admin/users/${id}/suspend`,
      path: 'admin.suspendMember',
      inPath: { memberId: id },
      body: { reason: 'Because' },
      wrong: { reason: ['', '  ', tooLong, 'a\0b', '\ud800', 'a\u001bb', 7, null, [], {}] },
    },
    'API key': {
      who,
      url: '/api/admin/api-keys',
      path: 'admin.createApiKey',
      body: { name: 'script', permissions: ['stats:read'], expiresInDays: 30, networks: [], password: 'x' },
      optional: ['expiresInDays', 'networks'],
      wrong: {
        name: text,
        permissions: [
          [],
          ['keys:manage'],
          ['staff:manage'],
          ['economy:manage'],
          ['members:edit', 'withdrawals:decide'],
          ['stats:read', 'stats:read'],
          ['x'],
          'stats:read',
          null,
          {},
          [null],
        ],
        expiresInDays: [...wholeNumber, 91],
        networks: ['x', ['x'], ['10.0.0.0/33'], [7], null],
        password,
      },
    },
  }
}
