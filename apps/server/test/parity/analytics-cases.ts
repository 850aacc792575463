import { type Case, read, type World, write } from './calls.ts'

type Owner = { token: string }
const period = { from: '2026-01-01', to: '2026-01-31' }

/** Pages counted, and what staff see of the business in numbers. */
export function analyticsCases(owner: Owner): Case[] {
  const asOwner = { member: owner } as unknown as World
  const look = (rest: string, procedure: string, input?: object) => () =>
    read(`/api/admin/analytics${rest}`, `admin.${procedure}`, input)(asOwner)
  const figures = (from: string, to: string) =>
    look(`/figures?from=${from}&to=${to}`, 'listDailyFigures', { from, to })
  const view = (body: object) => write('/api/page-views', 'analytics.countPageView', body, { token: null })
  return [
    ['a page opened', 200, view({ route: '/survey/$surveyId' })],
    ['a page opened that is none of ours', 400, view({ route: '/survey/7' })],
    ['a page opened, with where from', 400, view({ route: '/', referrer: 'https://a.example' })],
    ['clicks in numbers', 200, look('/clicks', 'getClickFigures')],
    ['clicks in numbers, as a member', 403, read('/api/admin/analytics/clicks', 'admin.getClickFigures')],
    ['the business day by day', 200, figures(period.from, period.to)],
    ['the business over a leap year', 200, figures('2024-01-01', '2024-12-31')],
    ['the business over more than that', 400, figures('2024-01-01', '2025-01-01')],
    ['the business from later to earlier', 400, figures(period.to, period.from)],
    ['the business from no day', 400, figures('2026-02-30', '2026-03-01')],
    [
      'pages in numbers',
      200,
      look(`/page-views?from=${period.from}&to=${period.to}`, 'listPageViews', period),
    ],
    ['offers by title', 200, look('/offers?search=saving', 'listOfferChoices', { search: 'saving' })],
    [
      'the funnel of an offer',
      200,
      ({ surveyId: id }) =>
        look(`/offers/${id}/funnel?from=${period.from}&to=${period.to}`, 'getOfferFunnel', {
          id,
          ...period,
        })(),
    ],
    [
      'the funnel of no offer',
      400,
      look(`/offers/x/funnel?from=${period.from}&to=${period.to}`, 'getOfferFunnel', { id: 'x', ...period }),
    ],
  ]
}
