import { useEffect } from 'react'

let open = 0

/** Whether a dialog lies over the others, so that Escape closes only that one. */
export const isOneOnTop = () => open > 0

export function useOnTop(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return
    open += 1
    return () => {
      // The keystroke that closed it still has to reach the dialogs below, which must not close on it too.
      setTimeout(() => {
        open -= 1
      })
    }
  }, [isOpen])
}
