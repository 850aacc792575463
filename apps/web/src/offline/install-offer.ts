import { useSyncExternalStore } from 'react'

/** Not in TypeScript's own list: only Chromium has it. */
type InstallPrompt = Event & { prompt: () => Promise<unknown> }

let offer: InstallPrompt | null = null
const listeners = new Set<() => void>()

if (!import.meta.env.SSR) {
  window.addEventListener('beforeinstallprompt', (event) => {
    // The browser would put up a banner of its own. Ours is a line in the settings.
    event.preventDefault()
    keep(event as InstallPrompt)
  })
  window.addEventListener('appinstalled', () => keep(null))
}

/** How to install the app; null where the browser does not offer it, or it is installed. */
export function useInstallOffer(): (() => void) | null {
  const current = useSyncExternalStore(
    subscribe,
    () => offer,
    () => null,
  )
  if (!current) return null
  return () => {
    // An offer can be taken up once, whatever is answered to it.
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
