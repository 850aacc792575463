import { useSyncExternalStore } from 'react'

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
