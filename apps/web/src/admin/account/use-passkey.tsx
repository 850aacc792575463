import type { PasskeyAnswer, PasskeyRequest } from '@chuma/contract/auth/passkeys'
import { PasskeyButton, usePasskeyAction } from '../../auth/passkeys/passkey-button.tsx'
import { signWithPasskey } from '../../auth/passkeys/passkeys.ts'
import { useT } from '../../i18n/use-t.ts'
import { useShowFailure } from '../use-show-failure.ts'

type Props = { request: () => Promise<PasskeyRequest>; onSigned: (answer: PasskeyAnswer) => void }

/** The button of a second factor. */
export function UsePasskey({ request, onSigned }: Props) {
  const t = useT()
  const onRefused = useShowFailure()
  const { run, isRunning } = usePasskeyAction(
    async () => {
      const { userHandle: _, ...answer } = await signWithPasskey(await request())
      onSigned(answer)
    },
    { onRefused, notUsed: t('passkey.notUsed') },
  )
  return <PasskeyButton label={t('passkey.use')} isRunning={isRunning} onClick={run} />
}
