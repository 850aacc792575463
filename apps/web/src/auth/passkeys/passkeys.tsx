import type {
  ConfirmPasskeyInput,
  PasskeyAnswer,
  PasskeyOffer,
  PasskeyRequest,
} from '@chuma/contract/auth/passkeys'
import { Button } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useState, useSyncExternalStore } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { isApiError } from '../../trpc.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'

/** As long as the server waits for the answer. */
const TIMEOUT_MS = 5 * 60_000
/** EdDSA, ES256 and RS256, which every authenticator knows one of. */
const ALGORITHMS = [-8, -7, -257]

/** Whether this page can have passkeys. They belong to a domain, and an IP address is none. */
export const canUsePasskeys = (): boolean =>
  'PublicKeyCredential' in window && !/^([\d.]+|\[.*\])$/.test(window.location.hostname)

/**
 * Ask for a passkey. Throws if the person has none here, or would not. `userHandle`: whose it is, where the browser lets the
 * person choose.
 */
export async function signWithPasskey({
  allowCredentials,
  ...request
}: PasskeyRequest): Promise<PasskeyAnswer & { userHandle: string }> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const { id, response } = await startAuthentication({
    optionsJSON: {
      ...request,
      allowCredentials: allowCredentials.map(describe),
      userVerification: 'required',
      timeout: TIMEOUT_MS,
    },
  })
  const { clientDataJSON, authenticatorData, signature, userHandle = '' } = response
  return { id, clientDataJSON, authenticatorData, signature, userHandle }
}

/**
 * Create a passkey on this device or on a key. Throws if the person would not, or the device holds one already.
 * `residentKey`: whether the device has to remember whose it is, so that nothing has to be typed at a log-in.
 */
export async function createPasskey(
  offer: PasskeyOffer,
  residentKey: 'required' | 'preferred',
): Promise<Omit<ConfirmPasskeyInput, 'name'>> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const { challenge, rpId, rpName, userId, userName, excludeCredentials } = offer
  const { id, response } = await startRegistration({
    optionsJSON: {
      challenge,
      rp: { id: rpId, name: rpName },
      user: { id: userId, name: userName, displayName: userName },
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key' as const, alg })),
      excludeCredentials: excludeCredentials.map(describe),
      authenticatorSelection: { residentKey, userVerification: 'required' },
      attestation: 'none',
      timeout: TIMEOUT_MS,
    },
  })
  const { clientDataJSON, attestationObject, transports = [] } = response
  return {
    id,
    clientDataJSON,
    attestationObject,
    transports: transports as ConfirmPasskeyInput['transports'],
  }
}

const describe = (credential: PasskeyRequest['allowCredentials'][number]) => ({
  ...credential,
  type: 'public-key' as const,
})

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
