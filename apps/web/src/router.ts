import { createRouter } from '@tanstack/react-router'
import { CrashScreen } from './app/crash-screen.tsx'
import { routeTree } from './route-tree.gen.ts'
import { LoadingScreen } from './ui/status-screens.tsx'

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultPendingComponent: LoadingScreen,
  defaultErrorComponent: CrashScreen,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
  interface HistoryState {
    /** Of an account that has just been closed: the day from which it cannot be kept any more. */
    deletionDueAt?: string
  }
}
