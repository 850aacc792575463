import type { PasskeyAnswer } from '@chuma/contract/admin/passkeys'
import { findPasskey } from '@chuma/db/queries/admin/passkeys'
import { verifyAuthenticationResponse } from '@simplewebauthn/server'
import type { Deps } from '../../deps.ts'
import { type Bound, findRelyingParty, takeChallenge } from './challenges.ts'

/** To be recorded with `markPasskeyUsed`, which has the last word about the counter. */
export type VerifiedPasskey = { staffId: string; credentialId: Buffer; signCount: number }

/**
 * Verify what an authenticator signed: our challenge, our page, a person whom it recognised, and a counter that advanced. The
 * challenge is used up in any case. Null: not proved.
 */
export async function verifyPasskey(
  deps: Deps,
  bound: Bound,
  { id, ...response }: PasskeyAnswer,
): Promise<VerifiedPasskey | null> {
  const expectedChallenge = await takeChallenge(deps.db, bound, response.clientDataJSON)
  if (expectedChallenge === null) return null
  const { staffId } = bound
  const credentialId = Buffer.from(id, 'base64url')
  const passkey = await findPasskey(deps.db, { staffId, credentialId })
  if (!passkey) return null
  const { origin, rpId } = findRelyingParty(deps)
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} },
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      credential: { id, publicKey: new Uint8Array(passkey.publicKey), counter: passkey.signCount },
    })
    return verified ? { staffId, credentialId, signCount: authenticationInfo.newCounter } : null
  } catch {
    // The library throws for everything that does not match.
    return null
  }
}
