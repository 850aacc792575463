import type { AppRouter } from '@chuma/api/types'
import type { TRPCLink } from '@trpc/client'
import { observable } from '@trpc/server/observable'
import { solve } from './solve.ts'

/**
 * Under attack the server answers a log-in, and other calls by strangers, with a challenge first. Solve it and repeat the
 * call, once: the person only waits a moment longer.
 */
export const proofLink: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    observable((observer) => {
      const first = next(op).subscribe({
        ...observer,
        error: (refusal) => {
          const challenge = refusal.data?.challenge
          if (!challenge) return observer.error(refusal)
          solve(challenge).then(
            (proofOfWork) => next({ ...op, context: { ...op.context, proofOfWork } }).subscribe(observer),
            () => observer.error(refusal),
          )
        },
      })
      return () => first.unsubscribe()
    })
