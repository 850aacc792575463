import type { PasskeyAnswer } from '@chuma/contract/auth/passkeys'
import type { FactorOwner } from '@chuma/db/queries/admin/second-factors'
import { type Bound, findPasskey } from '@chuma/db/queries/auth/passkeys'
import { verifyAuthenticationResponse } from '@simplewebauthn/server'
import type { Deps } from '../../deps.ts'
import { findRelyingParty, takeChallenge } from './challenges.ts'

/** To be recorded with `markPasskeyUsed`, which has the last word about the counter. */
export type VerifiedPasskey = FactorOwner & { credentialId: Buffer; signCount: number }

type Signed = { owner: FactorOwner; bound: Bound; answer: PasskeyAnswer }

/**
 * Verify what the owner's authenticator signed: our challenge, our page, a person whom it recognised, and a counter that
 * advanced. The challenge is used up in any case. Null: not proved.
 */
export async function verifyPasskey(
  deps: Deps,
  { owner, bound, answer: { id, clientDataJSON, authenticatorData, signature } }: Signed,
): Promise<VerifiedPasskey | null> {
  const expectedChallenge = await takeChallenge(deps.db, bound, clientDataJSON)
  if (expectedChallenge === null) return null
  const credentialId = Buffer.from(id, 'base64url')
  const passkey = await findPasskey(deps.db, { ...owner, credentialId })
  if (!passkey) return null
  const { origin, rpId } = findRelyingParty(deps)
  const response = { clientDataJSON, authenticatorData, signature }
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} },
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      credential: { id, publicKey: new Uint8Array(passkey.publicKey), counter: passkey.signCount },
    })
    return verified ? { ...owner, credentialId, signCount: authenticationInfo.newCounter } : null
  } catch {
    // The library throws for everything that does not match.
    return null
  }
}
