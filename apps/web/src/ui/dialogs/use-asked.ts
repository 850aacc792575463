import { useState } from 'react'

/** What a dialog asks about. It is kept while the dialog closes, so that the words stay until it is gone. */
export function useAsked<Subject>() {
  const [subject, setSubject] = useState<Subject | null>(null)
  const [isOpen, setOpen] = useState(false)
  const ask = (about: Subject) => {
    setSubject(about)
    setOpen(true)
  }
  return { subject, isOpen, ask, close: () => setOpen(false) }
}
