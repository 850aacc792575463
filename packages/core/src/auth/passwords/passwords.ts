import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { argon2id, hash, verify } from 'argon2'
import { createGate } from '../create-gate.ts'

type PasswordCost = { memoryCost: number; timeCost: number; parallelism: number }

/** OWASP's second choice for argon2id: 19 MiB, two passes. */
const CURRENT: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// Salt and hash of a random secret that nobody kept.
const DECOY = 'OS1jkiW0ZHrIqGuOQLEvOw$kw9J8zegRM83Bnda4oMCh3NQSxCNBJ77SVEdFxS/JaQ'

const COSTS = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=\d+\$/

/** How many are let in; beyond them a flood is refused. */
const LET_IN = 54

export type Passwords = {
  /** @throws AppError BUSY when too many passwords are being hashed already. */
  hash: (password: string) => Promise<string>
  /**
   * Whether this is the password behind the hash. An account that does not exist, or has no usable password, is checked
   * against a decoy with the same parameters: how long the answer takes tells a stranger nothing.
   * @throws AppError BUSY as `hash` does.
   */
  matches: (passwordHash: string | undefined, password: string) => Promise<boolean>
  /** Whether a hash was made with less work than a new one would be. One made with more is left alone. */
  isWeak: (passwordHash: string) => boolean
}

/** Hash and check passwords. Share one per process: it bounds how many hashes run at once. */
export function createPasswords(cost = CURRENT): Passwords {
  // Each hash takes 19 MiB, a processor, and one of the four threads that also read files and look names up: without a bound,
  // signing in is the cheapest way to exhaust the process. Half of the processors stay free for everything else.
  const atOnce = Math.min(3, Math.max(1, Math.floor(availableParallelism() / 2)))
  const gate = createGate({ atOnce, waiting: LET_IN - atOnce })
  const decoy = `${formatCost(cost)}$${DECOY}`

  return {
    hash: (password) => gate(() => hashWith(cost, password)),
    matches: async (passwordHash, password) => {
      const isUsable = passwordHash !== undefined && COSTS.test(passwordHash)
      const matches = await gate(() => verify(isUsable ? passwordHash : decoy, password))
      return isUsable && matches
    },
    isWeak: (passwordHash) => {
      const [, memoryCost, timeCost] = COSTS.exec(passwordHash) ?? []
      return Number(memoryCost) < cost.memoryCost || Number(timeCost) < cost.timeCost
    },
  }
}

async function hashWith(cost: PasswordCost, password: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await hash(password, { ...cost, type: argon2id, salt, raw: true })
  return [formatCost(cost), toBase64(salt), toBase64(key)].join('$')
}

/** Written here because argon2 0.45 puts p before t, an order that Argon2's reference implementation refuses. */
function formatCost({ memoryCost, timeCost, parallelism }: PasswordCost): string {
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}`
}

function toBase64(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '')
}
