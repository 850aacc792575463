import type { PasskeyAnswer, PasskeyRequest } from '@chuma/contract/admin/passkeys'
import { Button } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { canUsePasskeys, signWithPasskey } from '../../auth/passkeys.ts'
import { useT } from '../../i18n/use-t.ts'
import { usePasskeyAction } from './use-passkey-action.ts'

type Props = { request: () => Promise<PasskeyRequest>; onSigned: (answer: PasskeyAnswer) => void }

export function PasskeyButton({ request, onSigned }: Props) {
  const t = useT()
  const { run, isRunning } = usePasskeyAction(async () => onSigned(await signWithPasskey(await request())))
  if (!canUsePasskeys()) return null
  return (
    <Button
      variant="default"
      fullWidth
      leftSection={<IconFingerprint aria-hidden size={20} />}
      loading={isRunning}
      onClick={run}
    >
      {t('passkey.use')}
    </Button>
  )
}
