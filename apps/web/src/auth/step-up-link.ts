import type { AppRouter } from '@chuma/api/types'
import type { StepUpWay } from '@chuma/contract/auth/step-up-ways'
import { TRPCClientError, type TRPCLink } from '@trpc/client'
import { observable } from '@trpc/server/observable'
import { askForProof } from './asked-proof.ts'

type Unsubscribe = { unsubscribe: () => void }

/**
 * Repeat a call that was refused for want of a fresh proof, with the same input, after the person gave one. Forms stay as
 * they are: to them the call only takes longer.
 */
export const stepUpLink: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    observable((observer) => {
      let call: Unsubscribe | undefined
      let isLeft = false
      const send = (isRepeated: boolean) => {
        call = next(op).subscribe({
          next: (answer) => observer.next(answer),
          error: (error) => {
            const ways = isRepeated ? undefined : waysOf(error)
            if (ways) void repeatAfterProof(ways, error)
            else observer.error(error)
          },
          complete: () => observer.complete(),
        })
      }
      const repeatAfterProof = async (ways: readonly StepUpWay[], error: TRPCClientError<AppRouter>) => {
        const isProven = await askForProof(ways)
        if (isLeft) return
        if (isProven) send(true)
        else observer.error(error)
      }
      send(false)
      return () => {
        isLeft = true
        call?.unsubscribe()
      }
    })

/** Whether a call was refused because its caller gave no proof: they cancelled, and nothing has changed. */
export const isUnproven = (error: unknown): error is TRPCClientError<AppRouter> =>
  error instanceof TRPCClientError && error.data?.appCode === 'STEP_UP_REQUIRED'

const waysOf = (error: unknown): readonly StepUpWay[] | undefined =>
  isUnproven(error) ? error.data?.ways : undefined
