import { createHash } from 'node:crypto'
import { type WorkChallenge, workProof } from '@chuma/contract/auth/proof-of-work'
import { createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { type Alarm, createAlarm } from './create-alarm.ts'

type Difficulty = { cost: number; fewest: number; most: number }

/** A third of a second on a laptop, one or two on a cheap phone; several times what our check of a password costs. */
const DIFFICULTY: Difficulty = { cost: 2000, fewest: 150, most: 300 }
/** A phone that is solving may be put away for a moment. */
const VALID_MINUTES = 5

export type ProofOfWork = Alarm & {
  challenge: () => Promise<WorkChallenge>
  /** The challenge's name, if the proof solves one of ours that has not expired. */
  check: (proof: string) => Promise<string | null>
}

type Options = {
  /** Shared by all processes of an installation. */
  readSecret: () => Promise<string>
  alarm?: Alarm
  difficulty?: Difficulty
}

/** Make and check challenges. One per process, because the alarm counts what this process refuses. */
export function createProofOfWork({
  readSecret,
  alarm = createAlarm(),
  difficulty = DIFFICULTY,
}: Options): ProofOfWork {
  const { cost, fewest, most } = difficulty
  let secrets: Promise<Secrets> | undefined
  const read = () => {
    secrets ??= readSecret().then((secret) => ({
      hmacSignatureSecret: `challenge ${secret}`,
      hmacKeySignatureSecret: `solution ${secret}`,
    }))
    // A database that was away is asked again.
    secrets.catch(() => (secrets = undefined))
    return secrets
  }
  return {
    ...alarm,
    challenge: async () => {
      const made = await createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost,
        counter: randomInt(most, fewest),
        deriveKey,
        expiresAt: Math.floor(Date.now() / 1000) + VALID_MINUTES * 60,
        ...(await read()),
      })
      return made as WorkChallenge
    },
    check: async (proof) => {
      const parsed = workProof.safeParse(parse(proof))
      if (!parsed.success) return null
      const { challenge, solution } = parsed.data
      const { verified } = await verifySolution({
        challenge,
        solution: { ...solution, time: 0 },
        deriveKey,
        ...(await read()),
      })
      return verified ? createHash('sha256').update(challenge.signature).digest('hex') : null
    },
  }
}

type Secrets = { hmacSignatureSecret: string; hmacKeySignatureSecret: string }

function parse(proof: string): unknown {
  try {
    return JSON.parse(Buffer.from(proof, 'base64').toString())
  } catch {
    return null
  }
}
