import { defaultAssumptions } from '@chuma/contract/admin/economy/project-economy'
import type { Db } from '@chuma/db/client'
import { sql } from 'kysely'
import type { Known } from './make-inputs.ts'

/** What people search for: a common name, half a name, a whole address, and what matches nothing. */
export const SEARCHES = ['Otieno', 'am', 'member777@large.example.com', 'zzzqqqxxx']

/** Values that a schema cannot generate, taken from the data. The member is the one with the longest history. */
export async function findKnown(db: Db): Promise<Known> {
  const { rows } = await sql<Record<string, string>>`
    select (select member_id from wallet order by seq desc limit 1) as "memberId",
      (select survey_id from survey_attempt group by 1 order by count(*) desc limit 1) as "surveyId",
      (select partner_id from partner limit 1) as "partnerId",
      (select event_id from partner_event limit 1) as "eventId",
      (select claim_id from credit_claim limit 1) as "claimId",
      coalesce((select review_id from survey_review limit 1), gen_random_uuid()) as "reviewId",
      coalesce((select cluster_id from cluster limit 1), gen_random_uuid()) as "clusterId",
      coalesce((select credit_id from partner_credit where review_reason is not null limit 1), gen_random_uuid()) as "creditId",
      (select message_id from contact_message limit 1) as "messageId",
      (select approval_id from approval_request limit 1) as "approvalId",
      (select task_id from task limit 1) as "taskId",
      (select question_id from quiz_question limit 1) as "questionId",
      (select reference from partner_event_outcome where outcome = 'unmatched' limit 1) as reference,
      (select withdrawal_id from withdrawal limit 1) as "withdrawalId",
      coalesce((select row_id from statement_row limit 1), gen_random_uuid()) as "rowId",
      coalesce((select invoice_id from partner_invoice limit 1), gen_random_uuid()) as "invoiceId",
      coalesce((select organisation_id from client_organisation limit 1), gen_random_uuid()) as "clientId",
      (select endpoint_id from webhook_endpoint limit 1) as "endpointId",
      (select receipt from withdrawal where receipt is not null limit 1) as receipt,
      (select mpesa_number from withdrawal where mpesa_number is not null limit 1) as "mpesaNumber",
      current_date::text as today, (current_date - 3)::text as recent, (current_date - 365)::text as "yearAgo"
  `.execute(db)
  const [found = {}] = rows
  const only = (key: string) => [found[key]]
  return {
    memberId: only('memberId'),
    surveyId: only('surveyId'),
    partnerId: only('partnerId'),
    endpointId: only('endpointId'),
    clientId: only('clientId'),
    'admin.getClient.id': only('clientId'),
    'admin.previewClientQuote.completes': [100],
    'admin.previewClientQuote.incidencePercent': [50],
    reference: only('reference'),
    search: SEARCHES,
    q: SEARCHES,
    country: ['Kenya', 'Zambia'],
    from: [found.yearAgo, found.recent],
    to: only('today'),
    day: only('recent'),
    'admin.listReceivables.months': [12],
    actor: ['staff:finance', 'system', 'nobody@large.example.com'],
    person: ['staff:finance', 'nobody@large.example.com'],
    action: ['withdrawal.paid', 'nothing.like-it'],
    subject: [`member:${found.memberId}`, `withdrawal:${found.withdrawalId}`, 'member777@large.example.com'],
    ...Object.fromEntries(Object.entries(defaultAssumptions).map(([name, value]) => [name, [value]])),
    chosen: only('surveyId'),
    // All kinds use the same query; there are many.
    'admin.listMemberActivity.kind': ['survey', 'payout', 'reversal'],
    'partners.getEvent.id': only('eventId'),
    'partners.getClaim.id': only('claimId'),
    'admin.getSurveyReview.id': only('reviewId'),
    'admin.getCluster.id': only('clusterId'),
    'admin.previewCluster.id': only('clusterId'),
    'partners.getCreditReview.id': only('creditId'),
    'admin.getApproval.approvalId': only('approvalId'),
    'admin.getTask.id': only('taskId'),
    'admin.getQuizQuestion.id': only('questionId'),
    'admin.getMessage.id': only('messageId'),
    'admin.getOfferFunnel.id': only('surveyId'),
    'admin.getSurvey.id': only('surveyId'),
    'admin.getEligibility.id': only('surveyId'),
    'admin.countAudience.id': only('surveyId'),
    'admin.countAudience.rule': [
      '{"and":[{"is":"any-of","attribute":"county","codes":["lamu"]},{"is":"completed","from":1},{"is":"flags","to":2}]}',
    ],
    'admin.countAudience.by': ['sex'],
    'admin.checkQuestionnaire.id': only('surveyId'),
    'admin.getQuestionnaire.id': only('surveyId'),
    'admin.listQuestionnaireVersions.id': only('surveyId'),
    'admin.exportQuestionnaire.id': only('surveyId'),
    'admin.getQuotas.id': only('surveyId'),
    'admin.exportQuotas.id': only('surveyId'),
    'admin.getSurveySummary.id': only('surveyId'),
    'admin.getSurveyResults.id': only('surveyId'),
    // With weights the same rows are read.
    'admin.getSurveyResults.weights': [],
    'admin.getSurveyCrossTab.id': only('surveyId'),
    'admin.getSurveyCrossTab.rows': [1],
    'admin.getSurveyCrossTab.columns': [2, 'county'],
    'admin.listSurveyAnswers.id': only('surveyId'),
    'admin.listSurveyAnswers.questionId': [99],
    'admin.listSurveyAnswers.category': [0, 1],
    'admin.exportSurveyResults.id': only('surveyId'),
    'admin.exportSurveyCodebook.id': only('surveyId'),
    'admin.exportSurveyTripleS.id': only('surveyId'),
    'admin.getSurveyCategories.id': only('surveyId'),
    'admin.getSurveyCategories.questionId': [99],
    profile: ['sex=female'],
    who: ['1=Often'],
    // The large surveys ask plain lists.
    version: [],
    'admin.getPartnerInvoice.id': only('invoiceId'),
    'admin.listStatementCandidates.id': only('rowId'),
    'admin.listRowCorrections.id': only('rowId'),
    'admin.getTaxCertificateOf.span': ['2026', '2026-10'],
    'wallet.getTaxCertificate.span': ['2026', '2026-10'],
    'admin.getWithdrawalCase.id': only('withdrawalId'),
    'admin.findWithdrawals.q': [found.withdrawalId, found.receipt, found.mpesaNumber],
  }
}
