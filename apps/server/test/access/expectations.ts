import type { Permission, StaffRole } from '@chuma/contract/permissions'

/**
 * Who may make a call. A permission: whoever has it. `staff person`: anybody of the staff, a member made admin too.
 * `staff account`: whoever signed in at /admin-login; `new`: also before he has set up a second factor that is asked for.
 */
export type Access =
  | 'public'
  | 'member'
  | 'new staff person'
  | 'new staff account'
  | 'staff account'
  | Permission

/** Written down here once more, so that nobody is given a right by the way. */
export const ROLES_ALLOWED: Record<Permission, readonly StaffRole[]> = {
  'stats:read': ['owner', 'finance', 'content', 'analyst'],
  'members:read': ['owner', 'finance', 'content', 'analyst'],
  'members:suspend': ['owner', 'finance'],
  'withdrawals:read': ['owner', 'finance', 'content', 'analyst'],
  'withdrawals:decide': ['owner', 'finance'],
  'ledger:verify': ['owner', 'finance'],
  'staff:manage': ['owner'],
  'keys:manage': ['owner'],
}

/** A new procedure has to be listed: until it is, the matrix fails. */
export const procedureAccess: Record<string, Access> = {
  'auth.signup': 'public',
  'auth.login': 'public',
  'auth.restoreAccount': 'public',
  'auth.resendVerification': 'public',
  'auth.redeemLink': 'public',
  'auth.requestSignInLink': 'public',
  'auth.forgotPassword': 'public',
  'auth.getUser': 'member',
  'auth.logout': 'member',
  'auth.resetPassword': 'member',

  'account.changePassword': 'member',
  'account.listSessions': 'member',
  'account.endSession': 'member',
  'account.endOtherSessions': 'member',
  'account.getProfile': 'member',
  'account.getStats': 'member',
  'account.updateProfile': 'member',
  'account.getSettings': 'member',
  'account.updateSettings': 'member',
  'account.exportData': 'member',
  'account.requestDeletion': 'member',

  'surveys.listSurveys': 'member',
  'surveys.getSurvey': 'member',
  'surveys.startSurvey': 'member',
  'surveys.saveAnswer': 'member',
  'surveys.completeSurvey': 'member',
  'surveys.listUserSurveys': 'member',

  'wallet.getTerms': 'public',
  'wallet.getBalance': 'member',
  'wallet.listTransactions': 'member',
  'wallet.listWithdrawals': 'member',
  'wallet.requestWithdrawal': 'member',

  'contact.getDetails': 'public',
  'contact.sendMessage': 'public',

  'admin.getDemoLogin': 'public',
  'admin.login': 'public',
  'admin.logout': 'new staff account',
  'admin.getStaffMember': 'new staff person',
  'admin.changePassword': 'new staff account',
  'admin.startSecondFactor': 'new staff account',
  'admin.confirmSecondFactor': 'new staff account',
  'admin.removeSecondFactor': 'staff account',
  'admin.renewRecoveryCodes': 'staff account',
  'admin.listSessions': 'staff account',
  'admin.endSession': 'staff account',

  'admin.getStats': 'stats:read',
  'admin.listWithdrawals': 'withdrawals:read',
  'admin.decideWithdrawal': 'withdrawals:decide',
  'admin.retryPayout': 'withdrawals:decide',
  'admin.verifyLedger': 'ledger:verify',

  'admin.suspendMember': 'members:suspend',
  'admin.restoreMember': 'members:suspend',
  'admin.endMemberSessions': 'members:suspend',
  'admin.setMemberRole': 'staff:manage',

  'admin.listStaff': 'staff:manage',
  'admin.createStaff': 'staff:manage',
  'admin.setStaffRole': 'staff:manage',
  'admin.disableStaff': 'staff:manage',
  'admin.enableStaff': 'staff:manage',
  'admin.resetStaff': 'staff:manage',

  'admin.listApiKeys': 'keys:manage',
  'admin.createApiKey': 'keys:manage',
  'admin.revokeApiKey': 'keys:manage',
}

/** A new route has to be listed as well. GET stands for HEAD too. */
export const routeAccess: Record<string, Access> = {
  'GET /healthz': 'public',
  'GET /readyz': 'public',
  'GET /api/openapi.json': 'public',
  'GET /api/docs': 'public',
  'GET /api/docs/': 'public',
  'GET /api/docs/*': 'public',
  'GET /api/docs/json': 'public',
  'GET /api/docs/yaml': 'public',
  'GET /api/docs/static/index.html': 'public',
  'GET /api/docs/static/swagger-initializer.js': 'public',
  // Whoever calls these proves it by the token in the path.
  'POST /hooks/d/r/:token': 'public',
  'POST /hooks/d/t/:token': 'public',
  'POST /hooks/d/q/:token': 'public',

  'POST /api/auth/signup': 'public',
  'POST /api/auth/login': 'public',
  'POST /api/auth/restore': 'public',
  'POST /api/auth/resend-verification': 'public',
  'POST /api/auth/redeem-link': 'public',
  'POST /api/auth/sign-in-link': 'public',
  'POST /api/auth/forgot-password': 'public',
  'GET /api/auth/user': 'member',
  'POST /api/auth/logout': 'member',
  'POST /api/auth/reset-password': 'member',

  'POST /api/account/password': 'member',
  'GET /api/account/sessions': 'member',
  'DELETE /api/account/sessions/:id': 'member',
  'POST /api/account/sessions/end-others': 'member',
  'GET /api/account/profile': 'member',
  'GET /api/account/settings': 'member',
  'PATCH /api/account/settings': 'member',
  'GET /api/account/export': 'member',
  'POST /api/account/deletion': 'member',
  'GET /api/user-stats': 'member',
  'PUT /api/profile': 'member',

  'GET /api/surveys': 'member',
  'GET /api/surveys/:id': 'member',
  'POST /api/surveys/:id/answers': 'member',
  'POST /api/surveys/:id/complete': 'member',
  'GET /api/user-surveys': 'member',
  'POST /api/user-surveys': 'member',
  'POST /api/user-surveys/:id/complete': 'member',

  'GET /api/points-transactions': 'member',
  'GET /api/withdrawals': 'member',
  'POST /api/withdrawals': 'member',

  'GET /api/contact': 'public',
  'POST /api/contact': 'public',

  'POST /api/admin/login': 'public',
  'POST /api/admin/logout': 'new staff account',
  'GET /api/admin/me': 'new staff person',
  'PUT /api/admin/password': 'new staff account',
  'POST /api/admin/second-factor': 'new staff account',
  'POST /api/admin/second-factor/confirm': 'new staff account',
  'POST /api/admin/second-factor/remove': 'staff account',
  'POST /api/admin/second-factor/recovery-codes': 'staff account',
  'GET /api/admin/sessions': 'staff account',
  'DELETE /api/admin/sessions/:id': 'staff account',

  'GET /api/admin/stats': 'stats:read',
  'GET /api/admin/withdrawals': 'withdrawals:read',
  'PUT /api/admin/withdrawals/:id': 'withdrawals:decide',

  'POST /api/admin/users/:id/suspend': 'members:suspend',
  'POST /api/admin/users/:id/restore': 'members:suspend',
  'POST /api/admin/users/:id/end-sessions': 'members:suspend',
  'PUT /api/admin/users/:id/role': 'staff:manage',

  'GET /api/admin/staff': 'staff:manage',
  'POST /api/admin/staff': 'staff:manage',
  'PUT /api/admin/staff/:id/role': 'staff:manage',
  'POST /api/admin/staff/:id/disable': 'staff:manage',
  'POST /api/admin/staff/:id/enable': 'staff:manage',
  'POST /api/admin/staff/:id/reset': 'staff:manage',

  'GET /api/admin/api-keys': 'keys:manage',
  'POST /api/admin/api-keys': 'keys:manage',
  'DELETE /api/admin/api-keys/:id': 'keys:manage',
}
