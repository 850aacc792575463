import { lazy, type ReactNode, Suspense } from 'react'
import { LoadingScreen } from '../ui/page/status-screens.tsx'

const AppLayout = lazy(async () => ({ default: (await import('./app-layout.tsx')).AppLayout }))

// Toasts from before it loads are kept.
const Toasts = lazy(async () => ({ default: (await import('./toasts.tsx')).Toasts }))

type Props = {
  /** Whether the page brings its own navigation, as the landing page does. */
  isBare?: boolean
  children: ReactNode
}

/** What every page has around it: the navigation and the toast area. */
export function Framed({ isBare = false, children }: Props) {
  return (
    <>
      {isBare ? (
        children
      ) : (
        <Suspense fallback={<LoadingScreen />}>
          <AppLayout>{children}</AppLayout>
        </Suspense>
      )}
      <Suspense>
        <Toasts />
      </Suspense>
    </>
  )
}
