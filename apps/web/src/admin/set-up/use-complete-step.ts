import type { SetUpState } from '@chuma/contract/admin/set-up'
import { trpc } from '../../trpc.ts'
import { useShowFailure } from '../use-show-failure.ts'

export type StepProps = {
  state: SetUpState
  /** The step is decided: go on. */
  onDone: () => void
}

/** Record a decided step, and show what comes next. */
export function useCompleteStep(onDone: () => void) {
  const utils = trpc.useUtils()
  const onError = useShowFailure()
  return trpc.admin.completeSetUpStep.useMutation({
    onSuccess: (state) => {
      utils.admin.getSetUp.setData(undefined, state)
      onDone()
    },
    onError,
  })
}
