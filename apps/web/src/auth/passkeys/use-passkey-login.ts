import type { Session } from '@chuma/contract/auth/auth'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { knownDevice } from '../known-device.ts'
import { signWithPasskey } from './passkeys.ts'
import { usePasskeyAction } from './use-passkey-action.ts'

type Options = {
  onEntered: (session: Session, isKept: boolean) => unknown
  onRefused: (error: unknown) => void
}

/** Let a member choose one of the passkeys that their device has for this site. `keep`: and keep an account that is being deleted. */
export function usePasskeyLogin({ onEntered, onRefused }: Options) {
  const t = useT()
  const { mutateAsync: start } = trpc.auth.startPasskeyLogin.useMutation()
  const { mutateAsync: logIn } = trpc.auth.logInWithPasskey.useMutation()
  const enter = async (keepAccount: boolean) => {
    const answer = await signWithPasskey(await start())
    const keeping = keepAccount ? { keepAccount } : {}
    await onEntered(await logIn({ ...answer, ...keeping, ...knownDevice('member') }), keepAccount)
  }
  const options = { onRefused, notUsed: t('passkey.loginNotUsed') }
  const login = usePasskeyAction(() => enter(false), options)
  const keep = usePasskeyAction(() => enter(true), options)
  return { logIn: login.run, keep: keep.run, isLoggingIn: login.isRunning, isKeeping: keep.isRunning }
}
