import { useDisclosure } from '@mantine/hooks'
import { createContext, lazy, type ReactNode, Suspense, use, useEffect, useState } from 'react'

// Loaded when first opened.
const PremiumDialog = lazy(async () => ({
  default: (await import('./premium-dialog.tsx')).PremiumDialog,
}))

const OpenOffer = createContext<() => void>(() => undefined)

/**
 * The page's one premium dialog. It is outside the content it unlocks: a confirmed payment removes the locks and the
 * button that was pressed, but not the dialog that confirms it.
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

/** Mounts closed, then opens, so that the focus later returns to what had it before. */
function LateDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const [isThere, setThere] = useState(false)
  useEffect(() => setThere(true), [])
  return <PremiumDialog isOpen={isThere && isOpen} onClose={onClose} />
}

/** Open the premium dialog of the surrounding page. */
export function useOpenOffer(): () => void {
  return use(OpenOffer)
}
