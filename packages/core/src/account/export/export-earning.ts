import type { accountExport } from '@chuma/contract/account/account-export'
import type { Answer } from '@chuma/contract/timestamp'
import type { Trx } from '@chuma/db/client'
import {
  listClaimsOf,
  listClicksOf,
  listCreditsOf,
  listDailyLogins,
  listProofsOf,
  listQuizzes,
  listReferralsOf,
  listSpins,
  listSurveyReviewsOf,
  listTaskViews,
} from '@chuma/db/queries/account/earning-export'
import { listProfileAnswers } from '@chuma/db/queries/profile/profile-answers'
import { findReferralCode } from '@chuma/db/queries/referral/referral'

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
  | 'referralCode'
  | 'referrals'
>

/** Export a member's earnings by every way except surveys, the reviews of surveys, and their profile. */
export async function exportEarning(trx: Trx, memberId: string): Promise<Earning> {
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
    referralCode: await findReferralCode(trx, memberId),
    referrals: await listReferralsOf(trx, memberId),
  }
}
