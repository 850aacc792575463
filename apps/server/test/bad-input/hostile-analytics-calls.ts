import type { HostileCall } from './hostile-call.ts'

type Wrong = { tooLong: string }

/** What anyone may send about a page they opened. */
export function hostileAnalyticsCalls({ tooLong }: Wrong): Record<string, HostileCall> {
  return {
    'page opened': {
      url: '/api/page-views',
      path: 'admin.countPageView',
      body: { route: '/about' },
      wrong: {
        route: [
          '',
          'about',
          '/About',
          '/about?token=x',
          '/about#x',
          '/survey/1',
          '//elsewhere.example',
          '/admin',
          "/about'",
          tooLong,
          7,
          null,
          [],
          {},
        ],
      },
    },
  }
}
