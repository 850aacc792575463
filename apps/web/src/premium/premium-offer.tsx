import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconLock } from '@tabler/icons-react'
import { type ComponentType, createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react'
import { loadMessages } from '../i18n/i18n.ts'
import { useT } from '../i18n/use-t.ts'
import { trpc } from '../trpc.ts'
import { showToast } from '../ui/dialogs/show-toast.ts'
import { Panel } from '../ui/page/page.tsx'
import { MessageState } from '../ui/states/states.tsx'
import type { PremiumDialog } from './premium-dialog.tsx'

/** Tells a member how to get premium. */
export function UpgradeButton() {
  const t = useT()
  return <Button {...useOpenOffer()}>{t('upgrade.upgrade')}</Button>
}

type Offer = {
  open: () => void
  /** Load the dialog and its data: someone is about to press a button that opens it. */
  prepare: () => void
}

const OpenOffer = createContext<Offer>({ open: () => undefined, prepare: () => undefined })

/**
 * The page's one premium dialog. It is outside the content it unlocks: a confirmed payment removes the locks and the
 * button that was pressed, but not the dialog that confirms it.
 */
export function PremiumOffer({ children }: { children: ReactNode }) {
  const t = useT()
  const [isOpen, dialog] = useDisclosure(false)
  const [Dialog, setDialog] = useState<ComponentType<Parameters<typeof PremiumDialog>[0]> | null>(null)
  const load = useLoadOffer()
  const offer = useMemo((): Offer => {
    const prepare = async () => {
      const { PremiumDialog } = await load()
      setDialog(() => PremiumDialog)
    }
    const open = () =>
      prepare().then(dialog.open, () =>
        showToast({ kind: 'error', title: t('state.failedTitle'), message: t('earn.offline') }),
      )
    return { open: () => void open(), prepare: () => void prepare().catch(() => undefined) }
  }, [load, dialog.open, t])
  return (
    <OpenOffer value={offer}>
      {children}
      {Dialog && <LateDialog Dialog={Dialog} isOpen={isOpen} onClose={dialog.close} />}
    </OpenOffer>
  )
}

/** Load the dialog with the data that it shows, so that it never opens empty. */
function useLoadOffer() {
  const utils = trpc.useUtils()
  return useMemo(
    () => async () => {
      const [dialog] = await Promise.all([
        import('./premium-dialog.tsx'),
        loadMessages('premium'),
        // Without the data the dialog opens and explains the failure.
        utils.premium.getPremium.ensureData().catch(() => undefined),
      ])
      return dialog
    },
    [utils],
  )
}

type LateProps = {
  Dialog: ComponentType<Parameters<typeof PremiumDialog>[0]>
  isOpen: boolean
  onClose: () => void
}

/** Mounts closed, then opens, so that the focus later returns to what had it before. */
function LateDialog({ Dialog, isOpen, onClose }: LateProps) {
  const [isThere, setThere] = useState(false)
  useEffect(() => setThere(true), [])
  return <Dialog isOpen={isThere && isOpen} onClose={onClose} />
}

/** Open the premium dialog of the surrounding page: the props of the button that does it. */
function useOpenOffer() {
  const { open, prepare } = use(OpenOffer)
  return { onClick: open, onPointerEnter: prepare, onFocus: prepare }
}

/** Replaces a premium feature: what it is, and how to get it. */
export function PremiumLock({ title, text }: { title: string; text: string }) {
  return (
    <Panel>
      <MessageState icon={<IconLock />} title={title} text={text} action={<UpgradeButton />} />
    </Panel>
  )
}
