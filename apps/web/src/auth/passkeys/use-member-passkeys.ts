import { trpc } from '../../trpc.ts'
import type { PasskeyCalls } from './passkey-calls.ts'

/** The calls about a member's own passkeys. `onChanged`: what else has to be read again. */
export function useMemberPasskeys(
  showFailure: (error: unknown) => void,
  onChanged?: () => Promise<unknown>,
): PasskeyCalls {
  const utils = trpc.useUtils()
  const list = trpc.account.listPasskeys.useQuery(undefined, { staleTime: 0 })
  const { mutateAsync: start } = trpc.account.startPasskey.useMutation()
  const { mutateAsync: confirm } = trpc.account.confirmPasskey.useMutation()
  const { mutateAsync: remove } = trpc.account.removePasskey.useMutation()
  const refresh = async () => {
    await Promise.all([utils.account.listPasskeys.invalidate(), onChanged?.()])
  }
  return { residentKey: 'required', list, start, confirm, remove, refresh, showFailure }
}
