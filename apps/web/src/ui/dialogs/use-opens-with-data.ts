import { useState } from 'react'

/** Whether to open a dialog that was asked for: once its data has arrived or failed. It then stays open. */
export function useOpensWithData(isAsked: boolean, isFetching: boolean): boolean {
  const [isOpen, setOpen] = useState(false)
  if (isOpen && !isAsked) setOpen(false)
  if (!isOpen && isAsked && !isFetching) setOpen(true)
  return isOpen && isAsked
}
