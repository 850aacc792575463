import { useDisclosure } from '@mantine/hooks'
import { createContext, type ReactNode, use } from 'react'
import { PremiumDialog } from './premium-dialog.tsx'

const OpenOffer = createContext<() => void>(() => undefined)

/**
 * The one dialog of a page. It stands outside of what it opens: a payment that is confirmed takes the locks away, and with
 * them the button that was pressed, but not the words that say so.
 */
export function PremiumOffer({ children }: { children: ReactNode }) {
  const [isOpen, dialog] = useDisclosure(false)
  return (
    <OpenOffer value={dialog.open}>
      {children}
      <PremiumDialog isOpen={isOpen} onClose={dialog.close} />
    </OpenOffer>
  )
}

/** Shows the offer of the page around. */
export function useOpenOffer(): () => void {
  return use(OpenOffer)
}
