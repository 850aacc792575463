import { createRouter, type RouterHistory } from '@tanstack/react-router'
import { currentApi } from './app/load.ts'
import { mayScroll } from './app/take-over.ts'
import { routeTree } from './route-tree.gen.ts'
import { CrashScreen, LoadingScreen } from './ui/page/status-screens.tsx'

export function createAppRouter(history?: RouterHistory) {
  return createRouter({
    routeTree,
    context: { api: currentApi },
    defaultPreload: 'intent',
    // The query client decides what is fresh, so a loader runs again when the link is followed.
    defaultPreloadStaleTime: 0,
    // A prerendered page starts at the top; the router's scroll restoration script has no nonce.
    scrollRestoration: import.meta.env.SSR ? false : mayScroll,
    defaultPendingComponent: LoadingScreen,
    defaultErrorComponent: CrashScreen,
    ...(history && { history }),
  })
}

export type Router = ReturnType<typeof createAppRouter>

declare module '@tanstack/react-router' {
  interface Register {
    router: Router
  }
  interface HistoryState {
    /** Of an account that is being deleted: the day after which it can no longer be kept. */
    deletionDueAt?: string
  }
}
