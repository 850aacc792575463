import { useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { isApiError } from '../../trpc.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'

type Options = {
  onRefused: (error: unknown) => void
  /** What to do instead. */
  notUsed: string
}

/** Run what asks the browser for a passkey. A person who closes its dialog changed their mind, and did nothing wrong. */
export function usePasskeyAction(action: () => Promise<unknown>, { onRefused, notUsed }: Options) {
  const t = useT()
  const [isRunning, setRunning] = useState(false)
  const run = () => {
    setRunning(true)
    action()
      .catch((error: unknown) => {
        if (isApiError(error)) onRefused(error)
        else showToast({ kind: 'info', title: t('passkey.title'), message: notUsed })
      })
      .finally(() => setRunning(false))
  }
  return { run, isRunning }
}
