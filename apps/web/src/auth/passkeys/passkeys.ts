import type {
  ConfirmPasskeyInput,
  PasskeyAnswer,
  PasskeyOffer,
  PasskeyRequest,
} from '@chuma/contract/auth/passkeys'

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
