import type { Answer } from '@chuma/contract/fields'
import type { accountExport } from '@chuma/contract/personal-data/account-export'
import type { Trx } from '@chuma/db/client'
import { listCorrections } from '@chuma/db/queries/account/admin-members'
import { listAllNotes } from '@chuma/db/queries/account/member-standing'
import { listSharing } from '@chuma/db/queries/account/members'
import { getSettings } from '@chuma/db/queries/account/profile'
import { listMemberTerms } from '@chuma/db/queries/account/terms'
import { listPasskeys } from '@chuma/db/queries/auth/passkeys'
import { listMemberWithholding } from '@chuma/db/queries/books/tax'
import { listTaxParts } from '@chuma/db/queries/books/tax-files'
import { listAllBankPayments } from '@chuma/db/queries/payouts/bank-batches'
import { listAllCorrections } from '@chuma/db/queries/payouts/corrections'
import { listAllHolds } from '@chuma/db/queries/payouts/holds'
import { listPayoutPauses } from '@chuma/db/queries/payouts/payout-pauses'
import {
  getAccount,
  listAllAccountChanges,
  listAllAnswers,
  listAllSessions,
  listAllWithdrawals,
  listClaimsOf,
  listClicksOf,
  listContactMessages,
  listContactReplies,
  listCreditsOf,
  listDailyLogins,
  listDecisions,
  listEarningDays,
  listEmailMoves,
  listFormerEmails,
  listLinks,
  listMailsTo,
  listPayoutAttempts,
  listProofsOf,
  listQuizzes,
  listReferralsOf,
  listSpins,
  listSurveyReviewsOf,
  listTakenSurveys,
  listTaskViews,
} from '@chuma/db/queries/personal-data/account-export'
import { listGrants } from '@chuma/db/queries/premium/premium'
import { listPayments } from '@chuma/db/queries/premium/premium-payments'
import {
  findProfileChoice,
  listProfileAnswers,
  listProfileFlags,
} from '@chuma/db/queries/profile/profile-answers'
import { findReferralCode } from '@chuma/db/queries/referral/referral'
import { listTextsTo } from '@chuma/db/queries/texts'
import { listDestinations } from '@chuma/db/queries/wallet/destinations'
import { listTransactionsFrom } from '@chuma/db/queries/wallet/ledger'
import { getBalance } from '@chuma/db/queries/wallet/wallet'
import { openDestination } from '../account/destinations.ts'
import { memberOwner } from '../auth/passkeys/log-in-with-passkey.ts'
import { reserveAttempt } from '../auth/throttle.ts'
import { exportTaxDetails } from '../books/tax/own-tax.ts'
import type { SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { openWithdrawal } from '../payouts/details.ts'
import { listOwnPayoutDetails } from '../payouts/withdrawals.ts'
import { exportCodes } from '../wallet/destinations/codes.ts'

type AccountExport = Answer<typeof accountExport>

const PAGE = 1000

/**
 * Export everything that we store about a member, as of one moment. Leaves out credentials, the provider's messages to
 * staff, and data about other people.
 * @throws AppError THROTTLED
 */
export async function exportData(deps: Deps, { memberId }: SignedInMember): Promise<AccountExport> {
  await reserveAttempt(deps, 'export-account', memberId)
  return deps.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const { exportedAt, exportedOn, ...account } = await getAccount(trx, memberId)
      return {
        exportedAt,
        exportedOn,
        account,
        formerEmails: await listFormerEmails(trx, memberId),
        settings: await getSettings(trx, memberId),
        terms: (await listMemberTerms(trx, memberId)).reverse(),
        sessions: await listAllSessions(trx, memberId),
        passkeys: (await listPasskeys(trx, memberOwner(memberId))).map(({ id: _, ...passkey }) => passkey),
        links: await listLinks(trx, memberId),
        securityEvents: await listAllAccountChanges(trx, memberId),
        emailMoves: await listEmailMoves(trx, memberId),
        surveys: await listSurveys(trx, memberId),
        balance: await getBalance(trx, memberId),
        corrections: await listCorrections(trx, memberId),
        earningDays: await listEarningDays(trx, memberId),
        ledger: await listLedger(trx, memberId),
        withdrawals: await listWithdrawals({ ...deps, trx }, memberId),
        holds: await listAllHolds(trx, memberId),
        taxDetails: await exportTaxDetails({ ...deps, trx }, memberId),
        taxParts: await listTaxParts(trx, memberId),
        withholding: await listMemberWithholding(trx, memberId),
        payoutCorrections: await listAllCorrections(trx, memberId),
        bankPayments: await listAllBankPayments(trx, memberId),
        destinations: await exportDestinations({ ...deps, trx }, memberId),
        payoutDetails: await listOwnPayoutDetails({ ...deps, db: trx }, { memberId }),
        sharedPhone: await listSharing(trx, memberId),
        payoutPauses: await listPauses(trx, memberId),
        premium: { grants: await listGrants(trx, memberId), payments: await listPayments(trx, memberId) },
        texts: await listTextsTo(trx, memberId),
        destinationCodes: await exportCodes({ ...deps, trx }, memberId),
        mails: await listMailsTo(trx, memberId),
        contactMessages: await listLetters(trx, memberId),
        decisions: await listDecisions(trx, memberId),
        notes: await listAllNotes(trx, memberId),
        ...(await exportEarning(trx, memberId)),
      }
    })
}

async function listSurveys(trx: Trx, memberId: string): Promise<AccountExport['surveys']> {
  const surveys = await listTakenSurveys(trx, memberId)
  const answers = groupBy(await listAllAnswers(trx, memberId), (answer) => answer.surveyId)
  return surveys.map((survey) => ({ ...survey, answers: answers.get(survey.surveyId) ?? [] }))
}

async function listWithdrawals(
  { trx, ...deps }: Pick<Deps, 'secrets' | 'reportFailure'> & { trx: Trx },
  memberId: string,
): Promise<AccountExport['withdrawals']> {
  const withdrawals = await listAllWithdrawals(trx, memberId)
  const attempts = groupBy(await listPayoutAttempts(trx, memberId), (attempt) => attempt.withdrawalId)
  return withdrawals.map((withdrawal) => ({
    ...openWithdrawal(deps, withdrawal),
    attempts: attempts.get(withdrawal.id) ?? [],
  }))
}

async function exportDestinations(
  { trx, ...deps }: Pick<Deps, 'secrets' | 'reportFailure'> & { trx: Trx },
  memberId: string,
): Promise<AccountExport['destinations']> {
  const rows = await listDestinations(trx, memberId)
  return rows.map((row) => {
    const { method, namedAt, provenAt, provenBy, paidAt } = row
    const { value } = openDestination(deps, row)
    return { method, value, namedAt, provenAt, provenBy, paidAt }
  })
}

async function listLetters(trx: Trx, memberId: string): Promise<AccountExport['contactMessages']> {
  const messages = await listContactMessages(trx, memberId)
  const replies = groupBy(await listContactReplies(trx, memberId), (reply) => reply.messageId)
  return messages.map((message) => ({ ...message, replies: replies.get(message.messageId) ?? [] }))
}

async function listPauses(trx: Trx, memberId: string): Promise<AccountExport['payoutPauses']> {
  return (await listPayoutPauses(trx, memberId)).reverse()
}

async function listLedger(trx: Trx, memberId: string): Promise<AccountExport['ledger']> {
  const ledger: AccountExport['ledger'] = []
  for (;;) {
    const page = await listTransactionsFrom(trx, memberId, { after: ledger.at(-1)?.id ?? 0, limit: PAGE })
    ledger.push(...page)
    if (page.length < PAGE) return ledger
  }
}

function groupBy<T>(rows: readonly T[], keyOf: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const row of rows) {
    const key = keyOf(row)
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  return groups
}

type Earning = Pick<
  Answer<typeof accountExport>,
  | 'dailyLogins'
  | 'spins'
  | 'quizzes'
  | 'taskViews'
  | 'proofs'
  | 'clicks'
  | 'partnerCredits'
  | 'claims'
  | 'surveyReviews'
  | 'profile'
  | 'profileChoice'
  | 'profileChanges'
  | 'referralCode'
  | 'referrals'
>

/** Export a member's earnings by every way except surveys, the reviews of surveys, and their profile. */
async function exportEarning(trx: Trx, memberId: string): Promise<Earning> {
  return {
    dailyLogins: await listDailyLogins(trx, memberId),
    spins: await listSpins(trx, memberId),
    quizzes: await listQuizzes(trx, memberId),
    taskViews: await listTaskViews(trx, memberId),
    proofs: await listProofsOf(trx, memberId),
    clicks: await listClicksOf(trx, memberId),
    partnerCredits: await listCreditsOf(trx, memberId),
    claims: await listClaimsOf(trx, memberId),
    surveyReviews: await listSurveyReviewsOf(trx, memberId),
    profile: await listProfileAnswers(trx, memberId),
    profileChoice: (await findProfileChoice(trx, memberId)) ?? null,
    profileChanges: await listProfileFlags(trx, memberId),
    referralCode: await findReferralCode(trx, memberId),
    referrals: await listReferralsOf(trx, memberId),
  }
}
