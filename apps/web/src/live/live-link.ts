import type { AppRouter } from '@chuma/api/types'
import type { TRPCLink } from '@trpc/client'
import { observable } from '@trpc/server/observable'

type Unsubscribe = { unsubscribe: () => void }

/** Load the subscription code on first use: visitors never need it. */
export const liveLink: TRPCLink<AppRouter> = (runtime) => (call) =>
  observable((observer) => {
    let isOver = false
    let stream: Unsubscribe | undefined
    void import('./open-stream.ts').then(
      ({ openStream }) => {
        if (!isOver) stream = openStream(runtime)(call).subscribe(observer)
      },
      // Offline, or the file is gone after a release. The page keeps polling.
      () => observer.complete(),
    )
    return () => {
      isOver = true
      stream?.unsubscribe()
    }
  })
