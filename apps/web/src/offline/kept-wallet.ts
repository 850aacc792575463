import type { PointsTransaction } from '@chuma/contract/wallet/wallet'
import { getUserToken, LAST_WALLET } from '../auth/session.ts'

type KeptMovement = Pick<PointsTransaction, 'id' | 'description' | 'points' | 'heldPoints'> & {
  createdAt: string
}

/** What is shown of a wallet while offline. No name, no phone number, no payout details. */
export type KeptWallet = {
  /** When the server answered, in milliseconds. */
  asOf: number
  kesPerPoint: number
  availablePoints: number
  heldPoints: number
  movements: KeptMovement[]
}

const MOST_MOVEMENTS = 5

type Seen = Omit<KeptWallet, 'movements'> & { movements: PointsTransaction[] }

/** Keep a wallet for the member with this token, unless someone else has signed in since it was loaded. */
export function keepWallet(token: string, { movements, ...figures }: Seen): void {
  if (getUserToken() !== token) return
  const kept: KeptWallet = { ...figures, movements: movements.slice(0, MOST_MOVEMENTS).map(pick) }
  try {
    localStorage.setItem(LAST_WALLET, JSON.stringify(kept))
  } catch {
    // Storage is full: show nothing rather than older figures.
    localStorage.removeItem(LAST_WALLET)
  }
}

/** Read the kept wallet. Null if there is none, or if another version of the app stored it. */
export function readKeptWallet(): KeptWallet | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(LAST_WALLET) ?? 'null')
    return isWallet(kept) ? kept : null
  } catch {
    return null
  }
}

function pick({ id, description, points, heldPoints, createdAt }: PointsTransaction): KeptMovement {
  return {
    id,
    description: hideNumbers(description),
    points,
    heldPoints,
    createdAt,
  }
}

function isWallet(value: unknown): value is KeptWallet {
  if (!isRecord(value) || !Array.isArray(value.movements)) return false
  const { asOf, kesPerPoint, availablePoints, heldPoints, movements } = value
  return (
    [asOf, kesPerPoint, availablePoints, heldPoints].every(Number.isFinite) && movements.every(isMovement)
  )
}

function isMovement(value: unknown): boolean {
  if (!isRecord(value)) return false
  const { id, description, points, heldPoints, createdAt } = value
  return (
    [id, points, heldPoints].every(Number.isFinite) &&
    typeof description === 'string' &&
    typeof createdAt === 'string' &&
    !Number.isNaN(Date.parse(createdAt))
  )
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/**
 * Hide long numbers: staff may have typed a phone or account number into a reason. Amounts have commas and stay
 * readable.
 */
export function hideNumbers(text: string): string {
  return text.replaceAll(/\+?\d(?:[ -]?\d){5,}/g, '•••')
}
