/** Lists without pages, and what keeps them short. All others are read page by page. */
export const BOUNDED_LISTS: Record<string, string> = {
  'GET /api/account/sessions': 'open sessions of one member, limited to the newest',
  'GET /api/payout-details': 'one of each method',
  'GET /api/quiz-questions': 'the questions of one day',
  'GET /api/admin/sessions': 'open sessions of one person',
  'GET /api/admin/api-keys': 'made by hand',
  'GET /api/admin/staff': 'made by hand',
  'GET /api/admin/partners': 'made by hand',
  'GET /api/admin/waiting': 'one row per kind of work',
  'GET /api/admin/webhooks': 'made by hand',
  'GET /api/admin/partner-presets': 'part of the program',
  'GET /api/admin/reply-templates': 'made by hand',
  'GET /api/admin/analytics/figures': 'days of the requested period',
  'GET /api/admin/analytics/page-views': 'pages of the site',
  'GET /api/admin/analytics/offers': 'what a search box shows',
  'GET /api/admin/withdrawals/find': 'what a search box shows',
  'GET /api/admin/reconciliation/tax-months': 'one per month',
}
