import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { StaffRole } from '@chuma/contract/admin/permissions'
import type { ConfirmPasskeyInput, PasskeyAnswer } from '@chuma/contract/auth/passkeys'
import type { Deps } from '../../deps.ts'
import { giveRole } from '../../testing.ts'
import { mailLink, redeemLink } from '../links.ts'
import { resetPassword } from '../passwords/new-password.ts'
import { callAs, givenMemberWithPassword, givenSession, visitor } from '../testing.ts'
import { confirmPasskey, startPasskey } from './own-passkeys.ts'

type Asked = { challenge: string; rpId: string }
type Offer = Asked & { userId?: string }
type Behaviour = {
  /** The page that asked, as the browser saw it. */
  origin?: string
  rpId?: string
  /** Whether the authenticator recognised the person, by a PIN or a fingerprint. */
  isVerified?: boolean
  counter?: number
}

const ORIGIN = 'http://localhost:3000'
const [PRESENT, VERIFIED, ATTESTED] = [0x01, 0x04, 0x40]
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()

/** An authenticator in software, which behaves as a test says. */
export function createAuthenticator() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const credentialId = randomBytes(32)
  const id = credentialId.toString('base64url')
  let counter = 0
  let userHandle = ''

  const tell = (type: string, { challenge }: Asked, { origin = ORIGIN }: Behaviour) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const describe = (asked: Asked, behaviour: Behaviour, attested: Buffer = Buffer.alloc(0)) => {
    counter = behaviour.counter ?? counter + 1
    const flags =
      PRESENT | (behaviour.isVerified === false ? 0 : VERIFIED) | (attested.length > 0 ? ATTESTED : 0)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(behaviour.rpId ?? asked.rpId), Buffer.from([flags]), count, attested])
  }
  // A COSE key: EC2, ES256, P-256, and the two coordinates.
  const coseKey = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ])

  return {
    id,
    create(offer: Offer, behaviour: Behaviour = {}): Omit<ConfirmPasskeyInput, 'name'> {
      userHandle = offer.userId ?? ''
      const attested = Buffer.concat([
        Buffer.alloc(16),
        Buffer.from([0, credentialId.length]),
        credentialId,
        coseKey,
      ])
      const data = describe(offer, { counter: 0, ...behaviour }, attested)
      // CBOR: { fmt: "none", attStmt: {}, authData: bytes }
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.from([data.length]),
        data,
      ])
      return {
        id,
        clientDataJSON: tell('webauthn.create', offer, behaviour).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      }
    },
    /** As when the person chose the passkey in the browser's list. */
    present(request: Asked, behaviour: Behaviour = {}): PasskeyAnswer & { userHandle: string } {
      return { ...this.sign(request, behaviour), userHandle }
    },
    sign(request: Asked, behaviour: Behaviour = {}): PasskeyAnswer {
      const client = tell('webauthn.get', request, behaviour)
      const data = describe(request, behaviour)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      return {
        id,
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
      }
    },
  }
}

type Given = { role?: StaffRole; password?: string }

/** A member with a passkey, made in an open session. */
export async function givenMemberPasskey(deps: Deps, { role, password = 'maji-safi-9' }: Given = {}) {
  const member = await givenMemberWithPassword(deps.db, { password })
  if (role) await giveRole(deps.db, member.memberId, { role })
  const { token } = await givenSession(deps.db, member.memberId)
  const caller = await callAs(deps, token)
  const authenticator = createAuthenticator()
  const offer = await startPasskey(deps, caller, { password })
  const made = await confirmPasskey(deps, caller, { name: 'My phone', ...authenticator.create(offer) })
  const recoveryCodes = made.recoveryCodes?.map((code) => code.replaceAll('-', '')) ?? null
  return { ...member, password, token, authenticator, passkey: made.passkey, recoveryCodes }
}

/** Set a new password through a link in the member's mailbox. */
export async function resetByLink(deps: Deps, memberId: string, password: string) {
  const mailed: string[] = []
  await mailLink(
    deps,
    { memberId, purpose: 'reset-password', expiresInMinutes: 10, replacesOlder: false, isMeant: () => true },
    async ({ token }) => void mailed.push(token),
  )
  const { token } = await redeemLink(deps, visitor, { token: mailed[0] ?? '' })
  return resetPassword(deps, await callAs(deps, token), { password, confirmPassword: password })
}
