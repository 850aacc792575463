import { useSyncExternalStore } from 'react'

/** A password or token that works once a request is approved. Its text is only in the answer to who asked. */
export type WaitingSecret = { text: string; secret: string }

let waiting: WaitingSecret | null = null
let listeners: readonly (() => void)[] = []

/** Show a secret on the staff page that is open, until its person has saved it. */
export function setWaitingSecret(next: WaitingSecret | null): void {
  waiting = next
  for (const listener of listeners) listener()
}

export const useWaitingSecret = (): WaitingSecret | null => useSyncExternalStore(subscribe, () => waiting)

function subscribe(listener: () => void): () => void {
  listeners = [...listeners, listener]
  return () => {
    listeners = listeners.filter((other) => other !== listener)
    // Another staff page may follow. Anywhere else, and after a log-out, nothing of it is kept.
    setTimeout(() => {
      if (listeners.length === 0) waiting = null
    })
  }
}
