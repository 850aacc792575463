import { Button } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useState, useSyncExternalStore } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { isApiError } from '../../trpc.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { canUsePasskeys } from './passkeys.ts'

type Props = { label: string; isRunning: boolean; onClick: () => void }

const never = () => () => undefined
/** Nearly every browser can: the log-in page comes with the button from the build, so nothing moves. */
const inTheBuild = () => true

/** Renders nothing where the browser has no passkeys. */
export function PasskeyButton({ label, isRunning, onClick }: Props) {
  const isShown = useSyncExternalStore(never, canUsePasskeys, inTheBuild)
  if (!isShown) return null
  return (
    <Button
      variant="default"
      fullWidth
      leftSection={<IconFingerprint aria-hidden size={20} />}
      loading={isRunning}
      onClick={onClick}
    >
      {label}
    </Button>
  )
}

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
