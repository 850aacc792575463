/**
 * How often a query that names no member, and so asks every server, runs.
 *
 * - `id`: someone names a row by its id; each server reads an index, and one finds it.
 * - `list`: staff read a page, whose first rows each server has ready in an index.
 * - `sweep`: a job looks for what is due, every few seconds or minutes.
 * - `night`: a job reads a lot, once a day or once an hour.
 * - `part`: a condition or a subquery of one of the others.
 */
export type Asking = 'id' | 'list' | 'sweep' | 'night' | 'part'

/** By file and function of `queries`. A new one must be considered, and listed here and in docs/scaling.md. */
export const ACROSS_MEMBERS: Readonly<Record<string, Asking>> = {
  'account-export.listPayoutNumbers': 'id',
  'admin-members.selectAdminUsers': 'list',
  'admin.countStaffFigures': 'sweep',
  'admin.getAdminWithdrawal': 'id',
  'analytics.getClickFigures': 'list',
  'audit-log.listAuditEntries': 'list',
  'call-keys.forgetCallKeys': 'night',
  'callbacks-of.listPayoutCallbacksOf': 'night',
  'callbacks-of.listPremiumCallbacksOf': 'night',
  'claims.findClaim': 'id',
  'claims.findClaimRef': 'id',
  'claims.listClaims': 'list',
  'contact.findContactMessage': 'id',
  'credits.listDueCredits': 'sweep',
  'erasure.listDueErasures': 'night',
  'figures-of-days.figuresOf': 'part',
  'figures-of-days.offerFiguresOf': 'part',
  'flagged.countFlagged': 'list',
  'flagged.isFlagged': 'part',
  'flagged.listUnflagged': 'list',
  'found-withdrawals.findWithdrawalsBy': 'list',
  'kept-days.getKeptDays': 'night',
  'metrics.readGauges': 'sweep',
  'partner-events.listUnmatchedSince': 'list',
  'partner-events.listUnsettledEvents': 'sweep',
  'partners.countRecentEvents': 'list',
  'payout-attempts.hastenPrepared': 'sweep',
  'payout-attempts.listDueAttempts': 'sweep',
  'payout-callbacks.listDueCallbacks': 'sweep',
  'payout-float.isAnyWaitingForFloat': 'sweep',
  'payout-pauses.findPauseRef': 'id',
  'payout-queue.getQueued': 'list',
  'payouts.findWithdrawalRef': 'id',
  'payouts.listPaidByHand': 'list',
  'payouts.listPendingIds': 'list',
  'payouts.sortByAge': 'id',
  'premium-payments.findPaymentRef': 'id',
  'premium-payments.listDuePayments': 'sweep',
  'premium.listDueReminders': 'night',
  'provider-statements.weighStatementLines': 'list',
  'reconciliation-books.besidesBooks': 'night',
  'reconciliation-books.booksOf': 'night',
  'restored.endAllSessions': 'night',
  'secrets.listEventsAfter': 'night',
  'secrets.listPlainEvents': 'sweep',
  'secrets.replaceEvents': 'sweep',
  'survey-attempts.expireAttempts': 'night',
  'survey-clicks.listSurveyClicks': 'list',
  'system.listFailed': 'list',
  'task-proofs.listProofs': 'list',
  'transparency.getOpenByAge': 'list',
  'transparency.getPaidFigures': 'list',
  'verify-ledger.listWalletMembers': 'night',
  'waiting.countWaiting': 'list',
  'wallet.earningColumns': 'part',
  'wallet.rating': 'part',
  'withdrawals.withdrawalColumns': 'part',
  'withholding.listTaxMonths': 'list',
}
