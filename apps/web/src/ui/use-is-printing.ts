import { useSyncExternalStore } from 'react'

/** The page is on its way to paper, where a table says more than what fits a telephone. */
export function useIsPrinting(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => matchMedia('print').matches || isAsked,
    () => false,
  )
}

// Some browsers tell of the printing and some change what the medium is, each before they look at the page.
let isAsked = false

function subscribe(onChange: () => void): () => void {
  const medium = matchMedia('print')
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
