import { useSyncExternalStore } from 'react'

/** The page is on its way to paper, where a table says more than what fits a telephone. */
export function useIsPrinting(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => findMedium().matches || isAsked,
    () => false,
  )
}

// Some browsers tell of the printing and some change what the medium is, each before they look at the page.
let isAsked = false
let medium: MediaQueryList | undefined

/** The same for all: to ask for it anew at each drawing was a tenth of the work of taking a page over. */
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
