import { useSyncExternalStore } from 'react'

/** Whether the page is being printed, where a table fits more than on a phone. */
export function useIsPrinting(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => findMedium().matches || isAsked,
    () => false,
  )
}

// Some browsers fire print events and some only change the medium, both before they lay out the page.
let isAsked = false
let medium: MediaQueryList | undefined

/** Shared by all: querying it on every render took a tenth of the hydration time. */
function findMedium(): MediaQueryList {
  medium ??= matchMedia('print')
  return medium
}

function subscribe(onChange: () => void): () => void {
  const medium = findMedium()
  const begin = () => {
    isAsked = true
    onChange()
  }
  const end = () => {
    isAsked = false
    onChange()
  }
  medium.addEventListener('change', onChange)
  window.addEventListener('beforeprint', begin)
  window.addEventListener('afterprint', end)
  return () => {
    medium.removeEventListener('change', onChange)
    window.removeEventListener('beforeprint', begin)
    window.removeEventListener('afterprint', end)
  }
}
