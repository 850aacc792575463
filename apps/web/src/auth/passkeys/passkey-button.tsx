import { Button } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { canUsePasskeys } from './passkeys.ts'

type Props = { label: string; isRunning: boolean; onClick: () => void }

/** Renders nothing where the browser has no passkeys. */
export function PasskeyButton({ label, isRunning, onClick }: Props) {
  if (!canUsePasskeys()) return null
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
