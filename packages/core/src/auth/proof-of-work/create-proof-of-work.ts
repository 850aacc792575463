import { createHash } from 'node:crypto'
import { type WorkChallenge, workProof } from '@chuma/contract/auth/security-links'
import { createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'

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

type Limits = { refusals: number; withinMs: number; calmMs: number; kept: number }

/**
 * Measured: 120 parallel guesses make 66 refusals at once, and people's own mistakes a few in a minute. `kept`: names beyond it
 * push out the one that was refused longest ago.
 */
const LIMITS: Limits = { refusals: 60, withinMs: 60_000, calmMs: 5 * 60_000, kept: 20_000 }

export type Alarm = {
  /** Count a refused attempt, one too many for the queue or for its account or network, for each that it names. */
  count: (...names: (string | null)[]) => void
  /** Whether one of these is under attack. */
  isOn: (...names: (string | null)[]) => boolean
}
type Known = { recent: readonly number[]; onUntil: number }

/**
 * Sound an alarm for a network or an account of which this process refuses many attempts, until it has been calm for a while.
 * Everyone else is left alone: one network must not make log-ins harder for all.
 */
export function createAlarm(
  replaced: Partial<Limits> = {},
  now: () => number = performance.now.bind(performance),
): Alarm {
  const { refusals, withinMs, calmMs, kept } = { ...LIMITS, ...replaced }
  const known = new Map<string, Known>()
  const countOne = (name: string) => {
    const at = now()
    const { recent: before, onUntil } = known.get(name) ?? { recent: [], onUntil: Number.NEGATIVE_INFINITY }
    // More than the limit say no more than the limit does.
    const recent = [...before.filter((each) => each > at - withinMs), at].slice(-refusals)
    // Again at the end: the map is in the order of the last refusal.
    known.delete(name)
    known.set(name, { recent, onUntil: recent.length >= refusals ? at + calmMs : onUntil })
    const [oldest] = known.keys()
    if (known.size > kept && oldest !== undefined) known.delete(oldest)
  }
  return {
    count: (...names) => {
      for (const name of names) if (name !== null) countOne(name)
    },
    isOn: (...names) => names.some((name) => name !== null && now() < (known.get(name)?.onUntil ?? 0)),
  }
}
