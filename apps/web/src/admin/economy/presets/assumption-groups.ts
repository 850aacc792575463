import type { AssumptionName } from '@chuma/contract/admin/economy/economy-assumptions'

/** Every assumption, grouped as on the page. */
export const ASSUMPTION_GROUPS = [
  {
    group: 'partners',
    names: ['payoutSharePercent', 'surveyUsd', 'kesPerUsd', 'freeSurveys', 'premiumSurveys'],
  },
  { group: 'premium', names: ['premiumKesPerMonth', 'premiumSharePercent'] },
  {
    group: 'use',
    names: [
      'freeLogins',
      'premiumLogins',
      'premiumSpins',
      'premiumQuizzes',
      'quizCorrectPercent',
      'premiumVideos',
      'premiumAds',
      'premiumSocial',
      'profileGroups',
    ],
  },
  { group: 'sponsors', names: ['videoKes', 'adKes', 'socialKes'] },
  {
    group: 'payouts',
    names: ['minimumWithdrawalKes', 'payoutChargePercent', 'withdrawnPercent', 'breakagePercent'],
  },
  {
    group: 'result',
    names: [
      'marginPercent',
      'startingMembers',
      'slowGrowthPercent',
      'mediumGrowthPercent',
      'fastGrowthPercent',
    ],
  },
] as const satisfies readonly { group: string; names: readonly AssumptionName[] }[]
