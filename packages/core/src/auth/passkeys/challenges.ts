import { createHash, randomBytes } from 'node:crypto'
import type { Db } from '@chuma/db/client'
import { type Bound, insertChallenge, takeChallenge as take } from '@chuma/db/queries/auth/passkeys'
import type { Deps } from '../../deps.ts'

const CHALLENGE_MINUTES = 5

/** The page that passkeys belong to. An authenticator tells us which page asked, and no other can speak for ours. */
export function findRelyingParty({ installation }: Pick<Deps, 'installation'>) {
  const { origin, hostname } = new URL(installation.publicUrl)
  return { origin, rpId: hostname }
}

/** Issue 256 random bits in base64url, of which the hash is stored. */
export async function issueChallenge(db: Db, bound: Bound): Promise<string> {
  const challenge = randomBytes(32)
  await insertChallenge(db, { ...bound, challengeHash: hash(challenge), minutes: CHALLENGE_MINUTES })
  return challenge.toString('base64url')
}

/** Use up the challenge that an answer contains. Returns it, or null if it is not ours, or was issued for something else. */
export async function takeChallenge(db: Db, bound: Bound, clientDataJSON: string): Promise<string | null> {
  const challenge = readChallenge(clientDataJSON)
  if (challenge === null) return null
  const taken = await take(db, { kind: bound.kind, challengeHash: hash(Buffer.from(challenge, 'base64url')) })
  const isSameSession = bound.sessionHash
    ? (taken?.sessionHash?.equals(bound.sessionHash) ?? false)
    : taken?.sessionHash === null
  const isOurs = taken?.isInTime && taken.id === bound.id && taken.purpose === bound.purpose
  return isOurs && isSameSession ? challenge : null
}

function readChallenge(clientDataJSON: string): string | null {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString())
    return typeof challenge === 'string' ? challenge : null
  } catch {
    return null
  }
}

const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest()
