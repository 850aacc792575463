import { useDisclosure } from '@mantine/hooks'
import { createContext, lazy, type ReactNode, Suspense, use, useEffect, useState } from 'react'

// Whoever does not open it does without it and what it brings along.
const PremiumDialog = lazy(async () => ({
  default: (await import('./premium-dialog.tsx')).PremiumDialog,
}))

const OpenOffer = createContext<() => void>(() => undefined)

/**
 * The one dialog of a page. It stands outside of what it opens: a payment that is confirmed takes the locks away, and with
 * them the button that was pressed, but not the words that say so.
 */
export function PremiumOffer({ children }: { children: ReactNode }) {
  const [isOpen, dialog] = useDisclosure(false)
  const [isWanted, setWanted] = useState(false)
  const open = () => {
    setWanted(true)
    dialog.open()
  }
  return (
    <OpenOffer value={open}>
      {children}
      {isWanted && (
        <Suspense>
          <LateDialog isOpen={isOpen} onClose={dialog.close} />
        </Suspense>
      )}
    </OpenOffer>
  )
}

/** Opens when it is there, not with its arrival: the focus goes back to what had it before a dialog opened. */
function LateDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const [isThere, setThere] = useState(false)
  useEffect(() => setThere(true), [])
  return <PremiumDialog isOpen={isThere && isOpen} onClose={onClose} />
}

/** Shows the offer of the page around. */
export function useOpenOffer(): () => void {
  return use(OpenOffer)
}
