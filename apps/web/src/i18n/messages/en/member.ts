export const member = {
  'dashboard.title': 'Dashboard',
  'surveys.title': 'Surveys',
  'survey.title': 'Survey',
  'withdraw.title': 'Withdraw',
} as const
