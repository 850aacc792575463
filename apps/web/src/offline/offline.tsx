import type { PointsTransaction } from '@chuma/contract/wallet/wallet'
import { type ReactNode, useSyncExternalStore } from 'react'
import { getUserToken, LAST_WALLET } from '../auth/session.ts'
import { formatDateTime } from '../i18n/format-date.ts'
import { useT } from '../i18n/use-t.ts'
import classes from './offline.module.css'

/** Missing from TypeScript's DOM types: Chromium only. */
type InstallPrompt = Event & { prompt: () => Promise<unknown> }

let offer: InstallPrompt | null = null
const listeners = new Set<() => void>()

if (!import.meta.env.SSR) {
  window.addEventListener('beforeinstallprompt', (event) => {
    // Stops the browser's own banner; the settings page offers the installation instead.
    event.preventDefault()
    keep(event as InstallPrompt)
  })
  window.addEventListener('appinstalled', () => keep(null))
}

/** Return a function that installs the app; null if the browser does not offer it or the app is installed. */
export function useInstallOffer(): (() => void) | null {
  const current = useSyncExternalStore(
    subscribe,
    () => offer,
    () => null,
  )
  if (!current) return null
  return () => {
    // An offer can be used once, whatever the answer.
    keep(null)
    void current.prompt()
  }
}

function keep(next: InstallPrompt | null): void {
  offer = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Says that the device is offline, and how old the points on screen are. */
export function OfflineBar() {
  const t = useT()
  const isOffline = useIsOffline()
  return <FootBar text={isOffline ? describe() : null} />

  function describe(): string {
    const wallet = readKeptWallet()
    return wallet ? t('offline.barAsOf', { time: formatDateTime(new Date(wallet.asOf)) }) : t('offline.bar')
  }
}

type Props = {
  /** Null while there is nothing to say; the bar itself stays mounted, so that screen readers announce its text. */
  text: string | null
  action?: ReactNode
}

/** One line at the bottom of every members' page. */
export function FootBar({ text, action }: Props) {
  return (
    <div className={classes.bar} role="status">
      {text !== null && (
        <div className={classes.sheet}>
          <p className={classes.text}>{text}</p>
          {action}
        </div>
      )}
    </div>
  )
}

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

const MAX_MOVEMENTS = 5

type Seen = Omit<KeptWallet, 'movements'> & { movements: PointsTransaction[] }

/** Keep a wallet for the member with this token, unless someone else has signed in since it was loaded. */
export function keepWallet(token: string, { movements, ...figures }: Seen): void {
  if (getUserToken() !== token) return
  const kept: KeptWallet = { ...figures, movements: movements.slice(0, MAX_MOVEMENTS).map(pick) }
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

/** Whether the device says it is offline. Even when it does not, a call may fail, and reports that itself. */
export function useIsOffline(): boolean {
  return useSyncExternalStore(subscribeToNetwork, isOffline, () => false)
}

function isOffline(): boolean {
  return !navigator.onLine
}

function subscribeToNetwork(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
