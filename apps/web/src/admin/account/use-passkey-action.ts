import { useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { isApiError } from '../../trpc.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { useShowFailure } from '../use-show-failure.ts'

/** Run what asks the browser for a passkey. A person who closes its dialog changed their mind, and did nothing wrong. */
export function usePasskeyAction(action: () => Promise<unknown>) {
  const t = useT()
  const showFailure = useShowFailure()
  const [isRunning, setRunning] = useState(false)
  const run = () => {
    setRunning(true)
    action()
      .catch((error: unknown) => {
        if (isApiError(error)) showFailure(error)
        else showToast({ kind: 'info', title: t('passkey.title'), message: t('passkey.notUsed') })
      })
      .finally(() => setRunning(false))
  }
  return { run, isRunning }
}
