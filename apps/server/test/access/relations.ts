import type { Permission } from '@chuma/contract/admin/permissions'
import type { Failure } from '@chuma/contract/errors'

/** Where the person whose case a call decides is found, by the call's input. */
export type CaseOf =
  | 'member'
  | 'withdrawal'
  | 'task_proof'
  | 'credit_claim'
  | 'survey_review'
  | 'partner_credit'
  | 'click'
  | 'payout_pause'
  | 'cluster'
  | 'premium_payment'
  | 'statement_row'
  | 'bank_batch'
  | 'partner_report_row'
  | 'staff'
  | 'approval_request'

/**
 * Whose case it is, and what that person is told from whichever of their accounts. `needs`: what the case asks for beyond the
 * call itself.
 */
export type OthersCase = { of: CaseOf; refusal: Failure; needs?: Permission }

/**
 * How a change relates to the person who makes it. `company`: it decides nobody's case, and approvals and the rule about one's
 * own credits watch over it. `own`: about the caller's own account or request. `harmless`: one may do it to oneself, because it
 * gives nothing. `rows`: many cases in one call, each of one's own left out.
 */
export type Relation = 'company' | 'own' | 'harmless' | 'rows' | OthersCase

const caseOf = (of: CaseOf): OthersCase => ({
  of,
  refusal: { code: 'FORBIDDEN', params: { why: 'ownCase' } },
})
const accountOf = (of: CaseOf): OthersCase => ({ of, refusal: { code: 'OWN_ACCOUNT', params: {} } })
const all = (relation: Relation, ...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, relation]))

/** A new change of staff has to be listed: until it is, the matrix fails. */
export const relations: Record<string, Relation> = {
  'admin.editEarnings': caseOf('member'),
  'admin.restoreMember': caseOf('member'),
  'admin.pausePayouts': caseOf('member'),
  'admin.liftPayoutPause': caseOf('member'),
  'admin.decideCluster': caseOf('cluster'),
  'admin.answerAppeal': caseOf('payout_pause'),
  'admin.releaseDestination': caseOf('member'),
  'admin.freeDestination': caseOf('member'),
  'admin.grantPremium': caseOf('member'),
  'admin.endPremium': caseOf('member'),
  'admin.decidePremiumPayment': caseOf('premium_payment'),
  'admin.bookStatementRow': caseOf('statement_row'),
  'admin.undoStatementBooking': caseOf('statement_row'),
  'admin.settleReportDifference': caseOf('partner_report_row'),
  'admin.decideProof': caseOf('task_proof'),
  'admin.decideSurveyReview': caseOf('survey_review'),
  'partners.decideClaim': caseOf('credit_claim'),
  'partners.decideCreditReview': caseOf('partner_credit'),
  'partners.matchEvent': caseOf('click'),
  'admin.decideWithdrawal': caseOf('withdrawal'),
  'admin.undoApproval': caseOf('withdrawal'),
  'admin.liftHold': caseOf('withdrawal'),
  'admin.correctPayout': caseOf('withdrawal'),
  'admin.cancelBankBatch': caseOf('bank_batch'),
  'admin.writeOffDebt': caseOf('member'),
  'admin.retryPayout': caseOf('withdrawal'),
  'admin.setMemberRole': accountOf('member'),
  'admin.setPersonOfMember': accountOf('member'),
  'admin.setPersonOfStaff': accountOf('staff'),
  'admin.resetStaff': accountOf('staff'),
  'admin.decideApproval': {
    of: 'approval_request',
    refusal: { code: 'FORBIDDEN', params: { why: 'ownRequest' } },
    // The request of `changes/approvals.ts` gives points.
    needs: 'members:edit',
  },

  ...all(
    'rows',
    'admin.approveWithdrawals',
    'admin.importPayments',
    'admin.acceptSurveyReviews',
    'admin.rejectSurveyReviews',
  ),
  // One's own payment is left out of a batch, and its row of a result refused.
  ...all('rows', 'admin.createBankBatch', 'admin.importBankResult'),

  ...all(
    'own',
    ...['login', 'logout', 'changePassword', 'stepUp', 'endSession', 'setOwnEmail', 'withdrawApproval'].map(
      admin,
    ),
    ...['startSecondFactor', 'confirmSecondFactor', 'removeSecondFactor', 'renewRecoveryCodes'].map(admin),
    ...['startPasskeyLogin', 'startStepUp', 'startPasskey', 'confirmPasskey', 'removePasskey'].map(admin),
  ),

  ...all(
    'harmless',
    ...['suspendMember', 'endMemberSessions', 'addMemberNote', 'showPayoutDetails'].map(admin),
    'admin.showMemberProfile',
    ...['downloadBankBatch', 'markBatchUploaded', 'showTaxPin'].map(admin),
    // Only owners may, who gain nothing by a second account with less or the same power.
    ...['setStaffRole', 'setStaffEmail', 'disableStaff', 'enableStaff', 'revokeApiKey', 'turnOnApiKey'].map(
      admin,
    ),
  ),

  ...all(
    'company',
    ...['createStaff', 'createApiKey', 'changeEconomy', 'chooseEconomyPreset', 'changeProduct'].map(admin),
    ...['changeFigures', 'stopPayoutQueue', 'resumePayoutQueue', 'retryJob', 'verifyLedger'].map(admin),
    admin('resendMails'),
    ...['stopAutomaticPayout', 'releaseAutomaticPayout'].map(admin),
    ...['reconcileDay', 'resolveDifference', 'importStatement', 'closePeriod'].map(admin),
    // The database proves what a month states: nobody gains by filing it.
    ...['addTaxClasses', 'fileTaxMonth', 'readTaxFile', 'recordTaxRemittance'].map(admin),
    ...['acknowledgeAlarm'].map(admin),
    // A partner's debt is nobody's own: approvals watch over what hides or invents it.
    ...['setPaymentDays', 'issuePartnerInvoice', 'voidPartnerInvoice', 'writeOffPartnerInvoice'].map(admin),
    ...['bookPartnerReceipt', 'cancelPartnerReceipt', 'importPartnerReport'].map(admin),
    // A client is nobody's account: approvals watch over their money.
    ...['createClient', 'addClientUser', 'removeClientUser', 'createClientLink', 'revokeClientLink'].map(
      admin,
    ),
    ...['assignClientSurvey', 'answerClient', 'openClientOrder', 'bookClientReceipt'].map(admin),
    ...[
      'mailClientLink',
      'resetClientUser',
      'returnClientMoney',
      'createClientQuote',
      'withdrawClientQuote',
      'decideClientDispute',
    ].map(admin),
    ...['createSurvey', 'updateSurvey', 'deleteSurvey', 'importSurveys'].map(admin),
    ...['saveEligibility', 'saveQuestionnaire', 'publishQuestionnaire', 'importQuestionnaire'].map(admin),
    ...['tryQuestionnaire', 'readXlsform', 'writeXlsform'].map(admin),
    // Nothing is paid for a test answer, and no member's answer is among them.
    ...['createSignOffLink', 'revokeSignOffLink', 'answerSignOffComment'].map(admin),
    ...['keepTestAnswer', 'deleteTestAnswers'].map(admin),
    ...['saveQuotas', 'releaseQuotas', 'importQuotas'].map(admin),
    // Pseudonyms hide whose words are coded, and nothing is paid by it.
    ...['changeSurveyCategory', 'codeSurveyAnswers'].map(admin),
    ...['createTask', 'updateTask', 'retireTask'].map(admin),
    ...['createQuizQuestion', 'updateQuizQuestion', 'retireQuizQuestion', 'importQuizQuestions'].map(admin),
    ...['replyToMessage', 'setMessageStatus'].map(admin),
    ...['createReplyTemplate', 'updateReplyTemplate', 'retireReplyTemplate'].map(admin),
    ...['openSetUpLink', 'createFirstOwner', 'completeSetUpStep', 'testPayouts'].map(admin),
    ...['sendTestMail', 'finishSetUp'].map(admin),
    // The partner has said what it is worth and whose it is: staff only read the call again.
    ...['partners.createPartner', 'partners.updatePartner', 'partners.replayEvent'],
    ...['createWebhook', 'updateWebhook', 'rotateSecret', 'retireWebhook'].map(webhooks),
    ...['sendTest', 'replayFailed', 'replayDelivery'].map(webhooks),
  ),
}

function admin(name: string): string {
  return `admin.${name}`
}

function webhooks(name: string): string {
  return `webhooks.${name}`
}
