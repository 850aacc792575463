import type { Permission, StaffRole } from '@chuma/contract/permissions'

/**
 * Who may make a call. A permission: whoever has it. `premium`: members whose premium lasts. `staff person`: anybody of the staff, a member made admin too.
 * `staff account`: whoever signed in at /admin-login; `new`: also before he has set up a second factor that is asked for.
 */
export type Access =
  | 'public'
  | 'member'
  | 'premium'
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
  'payouts:read': ['owner', 'finance', 'content', 'analyst'],
  'payouts:manage': ['owner', 'finance'],
  'premium:grant': ['owner', 'finance'],
  'partners:read': ['owner', 'finance', 'content', 'analyst'],
  'partners:manage': ['owner'],
  'claims:decide': ['owner', 'finance', 'content'],
  'proofs:read': ['owner', 'finance', 'content', 'analyst'],
  'proofs:decide': ['owner', 'content'],
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

  'games.getToday': 'member',
  'games.claimDailyLogin': 'member',
  'games.getWheel': 'member',
  'games.spin': 'premium',
  'games.getQuiz': 'premium',
  'games.submitQuiz': 'premium',

  'tasks.listVideoTasks': 'premium',
  'tasks.listAdTasks': 'premium',
  'tasks.listSocialTasks': 'premium',
  'tasks.listMicroJobs': 'member',
  'tasks.listAffiliateLinks': 'member',
  'tasks.openTask': 'premium',
  'tasks.watchVideo': 'premium',
  'tasks.clickAd': 'premium',
  // A social task asks for premium, a micro-job does not: earning.test.ts of parity tries both.
  'tasks.submitProof': 'member',
  'tasks.openLink': 'member',

  'clicks.listClicks': 'member',
  'clicks.openClaim': 'member',

  'wallet.getTerms': 'public',
  'wallet.getBalance': 'member',
  'wallet.listTransactions': 'member',
  'wallet.listActivity': 'member',
  'wallet.getStatement': 'member',
  'wallet.getTransparency': 'public',
  'wallet.listWithdrawals': 'member',
  'wallet.onChange': 'member',
  'premium.getPremium': 'member',
  'premium.payPremium': 'member',
  'premium.cancelPremium': 'member',
  'premium.resumePremium': 'member',
  'wallet.listPayoutDetails': 'member',
  'wallet.forgetPayoutDetails': 'member',
  'wallet.requestWithdrawal': 'member',
  'wallet.listPayoutPauses': 'member',
  'wallet.appealPayoutPause': 'member',

  'referral.getReferral': 'member',

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
  'admin.onWithdrawalsChange': 'withdrawals:read',
  'admin.decideWithdrawal': 'withdrawals:decide',
  'admin.retryPayout': 'withdrawals:decide',
  'admin.verifyLedger': 'ledger:verify',
  'admin.getPayoutQueue': 'payouts:read',
  'admin.stopPayoutQueue': 'payouts:manage',
  'admin.resumePayoutQueue': 'payouts:manage',
  'admin.approveWithdrawals': 'withdrawals:decide',
  'admin.exportManualPayouts': 'payouts:manage',
  'admin.importPayments': 'payouts:manage',
  'admin.listReconciliations': 'ledger:verify',
  'admin.reconcileDay': 'ledger:verify',
  'admin.listDifferences': 'ledger:verify',
  'admin.resolveDifference': 'ledger:verify',
  'admin.importStatement': 'ledger:verify',
  'admin.listTaxMonths': 'ledger:verify',
  'admin.listProofs': 'proofs:read',
  'admin.decideProof': 'proofs:decide',

  'partners.listPartners': 'partners:read',
  'partners.createPartner': 'partners:manage',
  'partners.updatePartner': 'partners:manage',
  'partners.listEvents': 'partners:read',
  'partners.replayEvent': 'claims:decide',
  'partners.matchEvent': 'claims:decide',
  'partners.listClaims': 'partners:read',
  'partners.decideClaim': 'claims:decide',

  'admin.suspendMember': 'members:suspend',
  'admin.restoreMember': 'members:suspend',
  'admin.endMemberSessions': 'members:suspend',
  'admin.setMemberRole': 'staff:manage',
  'admin.listPayoutPauses': 'members:read',
  'admin.grantPremium': 'premium:grant',
  'admin.endPremium': 'premium:grant',
  'admin.listPremiumPayments': 'payouts:read',
  'admin.decidePremiumPayment': 'premium:grant',
  'admin.pausePayouts': 'members:suspend',
  'admin.liftPayoutPause': 'members:suspend',
  'admin.answerAppeal': 'members:suspend',

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
