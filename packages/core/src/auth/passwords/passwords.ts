import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { argon2id, hash, verify } from 'argon2'
import { createGate, type Turn } from '../create-gate.ts'

type PasswordCost = { memoryCost: number; timeCost: number; parallelism: number }

/** OWASP's second recommendation for argon2id: 19 MiB, two passes. */
const CURRENT: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// Salt and hash of a random secret that was not kept.
const DECOY = 'OS1jkiW0ZHrIqGuOQLEvOw$kw9J8zegRM83Bnda4oMCh3NQSxCNBJ77SVEdFxS/JaQ'

const COSTS = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=\d+\$/

/** The maximum of running and waiting hashes of members; more are refused. */
const LET_IN = 54
/** Places where only staff wait. An installation has fewer staff than that. */
const STAFF_WAITING = 20
/** Places of clients, who are few, too. */
const CLIENTS_WAITING = 20

/** Whose password it is, and the network or known device that sent it: each has its share of the queue. */
export type PasswordTurn = Turn<'members' | 'staff' | 'clients'>
const NO_CALLER: PasswordTurn = { room: 'members', source: null }

export type Passwords = {
  /** @throws AppError BUSY if too many passwords are being hashed */
  hash: (password: string, turn?: PasswordTurn) => Promise<string>
  /**
   * Whether this is the hash's password. Without an account or a usable hash it is checked against a decoy with the same
   * costs, so that the time of the answer reveals nothing.
   * @throws AppError BUSY like `hash`
   */
  matches: (passwordHash: string | undefined, password: string, turn?: PasswordTurn) => Promise<boolean>
  /** Whether a hash has lower costs than a new one. One with higher costs is kept. */
  isWeak: (passwordHash: string) => boolean
}

/** Hash and check passwords. One per process, because it limits how many hashes run at once. */
export function createPasswords(cost = CURRENT): Passwords {
  // Each hash takes 19 MiB, a CPU and one of the four libuv threads that also read files and resolve names. Without a
  // limit, signing in is the cheapest way to exhaust the process; half of the CPUs stay free.
  const atOnce = Math.min(3, Math.max(1, Math.floor(availableParallelism() / 2)))
  const waiting = { members: LET_IN - atOnce, staff: STAFF_WAITING, clients: CLIENTS_WAITING }
  const gate = createGate({ atOnce, waiting })
  const decoy = `${formatCost(cost)}$${DECOY}`

  return {
    hash: (password, turn = NO_CALLER) => gate(() => hashWith(cost, password), turn),
    matches: async (passwordHash, password, turn = NO_CALLER) => {
      const isUsable = passwordHash !== undefined && COSTS.test(passwordHash)
      const matches = await gate(() => verify(isUsable ? passwordHash : decoy, password), turn)
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

/** argon2 0.45 writes p before t, an order that the Argon2 reference implementation refuses. */
function formatCost({ memoryCost, timeCost, parallelism }: PasswordCost): string {
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}`
}

function toBase64(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '')
}
