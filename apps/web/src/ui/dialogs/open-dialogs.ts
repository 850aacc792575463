const listeners = new Set<() => void>()

/** Close every open dialog, as its own Cancel would. */
export function closeDialogs(): void {
  for (const close of [...listeners]) close()
}

/** Be told to close. Returns how to stop that. Apart from `Dialog`: a page's first script may close dialogs, but draws none. */
export function followCloseDialogs(close: () => void): () => void {
  listeners.add(close)
  return () => listeners.delete(close)
}
