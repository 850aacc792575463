import { availableParallelism } from 'node:os'
import { argon2id, hash, verify } from 'argon2'
import { createGate } from '../create-gate.ts'

const CURRENT = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// The hash of a random secret that nobody kept.
const DECOY =
  '$argon2id$v=19$m=19456,t=2,p=1$OS1jkiW0ZHrIqGuOQLEvOw$kw9J8zegRM83Bnda4oMCh3NQSxCNBJ77SVEdFxS/JaQ'

const COSTS = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=\d+\$/

/** How many are let in; beyond them a flood is refused. */
const LET_IN = 54

// Each hash takes 19 MiB, a processor, and one of the four threads that also read files and look names up: without a bound,
// signing in is the cheapest way to exhaust the process. Half of the processors stay with everybody else.
const atOnce = Math.min(3, Math.max(1, Math.floor(availableParallelism() / 2)))
const gate = createGate({ atOnce, waiting: LET_IN - atOnce })

/** @throws AppError BUSY when too many passwords are being hashed already. */
export function hashPassword(password: string): Promise<string> {
  return gate(() => hash(password, { ...CURRENT, type: argon2id }))
}

/**
 * Whether this is the password behind the hash. An account that does not exist, or has no usable password, is checked
 * against a decoy with the same parameters: how long the answer takes tells a stranger nothing.
 * @throws AppError BUSY as `hashPassword` does.
 */
export async function matchesPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const isUsable = passwordHash !== undefined && COSTS.test(passwordHash)
  const matches = await gate(() => verify(isUsable ? passwordHash : DECOY, password))
  return isUsable && matches
}

/** Whether a hash was made with less work than a new one would be. One made with more is left alone. */
export function isWeakHash(passwordHash: string): boolean {
  const [, memoryCost, timeCost] = COSTS.exec(passwordHash) ?? []
  return Number(memoryCost) < CURRENT.memoryCost || Number(timeCost) < CURRENT.timeCost
}
