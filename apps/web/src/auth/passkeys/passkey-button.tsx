import { Button } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
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
