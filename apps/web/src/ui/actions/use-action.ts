import type { UseFormReturnType } from '@mantine/form'
import { useRef } from 'react'
import { isUnproven } from '../../auth/session.ts'
import { t } from '../../i18n/i18n.ts'
import { codeOf, describeRefusal, isApiError } from '../../trpc.ts'
import { showToast, type Toast } from '../dialogs/show-toast.ts'
import { showPending } from '../dialogs/waiting-secret.ts'
import { markFields, type PlaceRefusal, showFieldErrors } from '../forms/show-field-errors.ts'

/** A tRPC procedure (`trpc.admin.decideProof`), or React Query's own `{ useMutation }` with a `mutationFn`. */
export type Mutation<Input, Output> = {
  useMutation: (options: {
    onSuccess: (output: Output, input: Input) => unknown
    onError: (error: unknown, input: Input) => unknown
    onSettled: (output: Output | undefined, error: unknown) => unknown
    trpc?: { context: { idempotencyKey: string } }
    mutationFn?: (input: Input) => Promise<Output>
  }) => {
    mutateAsync: (input: Input) => Promise<Output>
    isPending: boolean
    data: Output | undefined
    variables: Input | undefined
    error: unknown
  }
}

/** Queries of `trpc.useUtils()`, or what refetches them. */
export type Refresh = readonly { invalidate: () => Promise<unknown> }[] | (() => unknown)

/** What a toast about a failure says. By default, what staff read. */
export type FailureWords = {
  title: string
  /** Said where the server sent no message: the network failed. */
  offline?: string
  /** Also says that a session has ended: nothing else on the page does. */
  saysEnded?: boolean
  /** A rate limit is no failure here: the toast only asks to wait. */
  isPatient?: boolean
}

export type ActionOptions<Input, Output, Form extends Record<string, unknown>> = {
  /** The toast after success: its title, or a toast made from the answer. */
  done?: string | Toast | ((output: Output, input: Input) => string | Toast | undefined)
  /** What else follows a success, before the toast. */
  onDone?: (output: Output, input: Input) => unknown
  /** Runs after success, and when the change now waits for a second person. */
  onAccepted?: () => void
  /**
   * Runs once there is nothing left to ask: after success, when it waits for a second person, and after a refusal that is at
   * no field, because someone else was first. Who did not prove who they are can do so from the same dialog.
   */
  onOver?: () => void
  /** What success changes. The action stays pending until it is refetched. */
  refresh?: Refresh
  /** Runs after `refresh` and after a failure: someone else was first, or only the answer was lost. */
  onEnd?: Refresh | ((error: unknown) => unknown)
  failure?: FailureWords | undefined
  /** Its fields show what the server has against them, instead of a toast. */
  form?: UseFormReturnType<Form>
  /** Where the form names its fields otherwise than the call does. */
  place?: PlaceRefusal
  /** The field that shows a wrong password. */
  passwordField?: keyof Form & string
  /** Handles failures of its own. Returns true for one that needs no more words. */
  onFailed?: (error: unknown, input: Input) => unknown
  idempotencyKey?: string
  mutationFn?: (input: Input) => Promise<Output>
  /** Several rows of a list share it: a press in one does not wait for another. */
  isSharedByRows?: boolean
}

/**
 * Send a change once at a time: a press while it is pending is ignored, also the second half of a double click. A
 * failure shows at the form's fields or in a toast.
 */
export function useAction<Input, Output, Form extends Record<string, unknown>>(
  mutation: Mutation<Input, Output>,
  options: ActionOptions<Input, Output, Form> = {},
) {
  const { idempotencyKey, mutationFn, onEnd } = options
  const { mutateAsync, isPending, data, variables, error } = mutation.useMutation({
    ...(mutationFn && { mutationFn }),
    ...(idempotencyKey !== undefined && { trpc: { context: { idempotencyKey } } }),
    onSuccess: (output, input) => finish(options, output, input),
    onError: (error, input) => fail(options, error, input),
    onSettled: (_output, error) => (typeof onEnd === 'function' ? onEnd(error) : onEnd && refetch(onEnd)),
  })
  const send = (input: Input, onDone?: (output: Output) => void) =>
    mutateAsync(input).then(onDone, () => undefined)
  const sendOnce = useSingleFlight(send)
  const run: typeof sendOnce = options.isSharedByRows ? (...args) => void send(...args) : sendOnce
  return { run, isPending, data, variables, error }
}

async function finish<Input, Output, Form extends Record<string, unknown>>(
  options: ActionOptions<Input, Output, Form>,
  output: Output,
  input: Input,
) {
  const { done, onDone, onAccepted, onOver, refresh } = options
  onAccepted?.()
  onOver?.()
  await onDone?.(output, input)
  const toast = typeof done === 'function' ? done(output, input) : done
  if (toast) showToast({ kind: 'success', ...(typeof toast === 'string' ? { title: toast } : toast) })
  if (refresh) await refetch(refresh)
}

async function fail<Input, Output, Form extends Record<string, unknown>>(
  options: ActionOptions<Input, Output, Form>,
  error: unknown,
  input: Input,
) {
  const { onAccepted, onOver, onFailed, form, place, passwordField, failure } = options
  if (showPending(error)) {
    onAccepted?.()
    return onOver?.()
  }
  if ((await onFailed?.(error, input)) === true) return
  if (form && showFieldErrors(form, error, place)) return
  if (form && passwordField && isApiError(error) && codeOf(error) === 'WRONG_PASSWORD')
    return markFields(form, { names: [passwordField], message: error.message })
  if (!isUnproven(error)) onOver?.()
  showFailure(error, failure)
}

const refetch = (refresh: Refresh): unknown =>
  typeof refresh === 'function' ? refresh() : Promise.all(refresh.map((query) => query.invalidate()))

/**
 * Say in a toast why a call failed, or that it waits for a second person now. An ended session says nothing here: it is
 * handled once for every call, in `ApiProvider`.
 */
export function showFailure(error: unknown, words?: FailureWords): void {
  if (showPending(error)) return
  if (!words && isUnproven(error)) {
    showToast({ kind: 'info', title: t('stepUp.title'), message: t('stepUp.cancelled') })
    return
  }
  const { code, kind, message } = describeRefusal(error, words?.offline ?? t('earn.offline'))
  if (code === 'NOT_SIGNED_IN' && !words?.saysEnded) return
  showToast({
    kind: words && !words.isPatient ? 'error' : kind,
    message,
    title: words?.title ?? t('staff.failedTitle'),
  })
}

/**
 * Run one call at a time. A disabled button is not enough: the second half of a double click arrives before React
 * renders it as disabled.
 */
export function useSingleFlight<Arguments extends unknown[]>(
  act: (...args: Arguments) => Promise<void>,
): (...args: Arguments) => void {
  const isFlying = useRef(false)
  return (...args) => {
    if (isFlying.current) return
    isFlying.current = true
    void act(...args).finally(() => {
      isFlying.current = false
    })
  }
}
