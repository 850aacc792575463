import type { AppRouter } from '@chuma/api/types'
import type { TRPCLink } from '@trpc/client'
import { observable } from '@trpc/server/observable'

type Unsubscribe = { unsubscribe: () => void }

/** What follows news comes with the first page that does: whoever is not signed in never loads it. */
export const liveLink: TRPCLink<AppRouter> = (runtime) => (call) =>
  observable((observer) => {
    let isOver = false
    let stream: Unsubscribe | undefined
    void import('./open-stream.ts').then(
      ({ openStream }) => {
        if (!isOver) stream = openStream(runtime)(call).subscribe(observer)
      },
      // Offline, or a new release has taken the file away. The page goes on asking by itself.
      () => observer.complete(),
    )
    return () => {
      isOver = true
      stream?.unsubscribe()
    }
  })
