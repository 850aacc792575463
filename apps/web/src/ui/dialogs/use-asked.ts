import { useState } from 'react'

/** Keep a dialog's subject while it closes, so that its text stays until it is gone. */
export function useAsked<Subject>() {
  const [subject, setSubject] = useState<Subject | null>(null)
  const [isOpen, setOpen] = useState(false)
  const ask = (about: Subject) => {
    setSubject(about)
    setOpen(true)
  }
  return { subject, isOpen, ask, close: () => setOpen(false) }
}
