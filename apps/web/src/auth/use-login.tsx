import type { Session } from '@chuma/contract/auth/auth'
import type { ErrorCode } from '@chuma/contract/errors'
import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useT } from '../i18n/use-t.ts'
import { codeOf, serverMessage, trpc } from '../trpc.ts'
import { showFailure, useAction } from '../ui/actions/use-action.ts'
import { showToast } from '../ui/dialogs/show-toast.ts'
import { signWithPasskey, usePasskeyAction } from './passkeys/passkeys.tsx'
import { knownDevice, saveUserSession, useWayBack } from './session.ts'

/** `isByPasskey`: nothing was typed, so keeping the account takes the passkey again. */
export type LoginRefusal = { code: ErrorCode | null; message: string; isByPasskey: boolean }

/** Log in, or keep an account that is being deleted; report the outcome and remember a refusal. */
export function useLogin(onRefused: (error: unknown) => void) {
  const t = useT()
  const navigate = useNavigate()
  const wayBack = useWayBack()
  const [refusal, setRefusal] = useState<LoginRefusal | null>(null)

  const enter = (session: Session, message: string) => {
    saveUserSession(session)
    showToast({
      kind: 'success',
      title: t('login.welcome'),
      message: wayBack ? (
        <>
          <div>{message}</div>
          <BackButton onClick={() => void navigate({ href: wayBack })} />
        </>
      ) : (
        message
      ),
    })
    return navigate({ to: '/dashboard' })
  }
  const failure = { title: t('login.failedTitle'), offline: t('login.failed'), isPatient: true }
  const remember = (error: unknown, isByPasskey: boolean) => {
    setRefusal({ code: codeOf(error), message: serverMessage(error, failure.offline), isByPasskey })
    onRefused(error)
  }
  const onFailed = (error: unknown) => remember(error, false)
  const login = useAction(trpc.auth.login, {
    onDone: (session) => enter(session, t('login.welcomeText')),
    onFailed,
    failure,
  })
  const restore = useAction(trpc.auth.restoreAccount, {
    onDone: (session) => enter(session, t('login.keptText')),
    onFailed,
    failure,
  })
  const passkey = usePasskeyLogin({
    onEntered: (session, isKept) => enter(session, t(isKept ? 'login.keptText' : 'login.welcomeText')),
    onRefused: (error) => {
      remember(error, true)
      showFailure(error, failure)
    },
  })
  return { login, restore, passkey, refusal, forgetRefusal: () => setRefusal(null) }
}

/** A log-in leads to the dashboard (SPEC §4): the page before it is one press away. */
export function BackButton({ onClick }: { onClick: () => void }) {
  const t = useT()
  return (
    <Button variant="subtle" size="compact-sm" onClick={onClick}>
      {t('login.wayBack')}
    </Button>
  )
}

type Options = {
  onEntered: (session: Session, isKept: boolean) => unknown
  onRefused: (error: unknown) => void
}

/** Let a member choose one of the passkeys that their device has for this site. `keep`: and keep an account that is being deleted. */
function usePasskeyLogin({ onEntered, onRefused }: Options) {
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
