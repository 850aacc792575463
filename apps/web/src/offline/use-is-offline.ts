import { useSyncExternalStore } from 'react'

/** Whether the device says it is offline. Even when it does not, a call may fail, and reports that itself. */
export function useIsOffline(): boolean {
  return useSyncExternalStore(subscribe, isOffline, () => false)
}

function isOffline(): boolean {
  return !navigator.onLine
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
