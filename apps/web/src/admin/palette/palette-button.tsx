import type { SignedInStaffMember } from '@chuma/contract/admin/staff'
import { Button } from '@mantine/core'
import { useHotkeys, useOs } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import classes from './palette-button.module.css'

// Loaded on first use.
const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }))

/** Opens the search for pages, members and withdrawals. Ctrl or ⌘ with K does too, wherever the focus is. */
export function PaletteButton({ staff }: { staff: SignedInStaffMember | undefined }) {
  const t = useT()
  const os = useOs()
  const [wishes, setWishes] = useState(0)
  const open = () => setWishes((count) => count + 1)
  useHotkeys([['mod+K', open]], [])
  return (
    <>
      <Button
        variant="default"
        px="sm"
        className={classes.button ?? ''}
        leftSection={<IconSearch aria-hidden size={20} />}
        aria-haspopup="dialog"
        aria-keyshortcuts={os === 'macos' ? 'Meta+K' : 'Control+K'}
        onClick={open}
      >
        <span className={classes.word}>{t('palette.open')}</span>
        <kbd className={classes.keys} aria-hidden>
          {os === 'macos' ? '⌘K' : 'Ctrl K'}
        </kbd>
      </Button>
      {staff && wishes > 0 && (
        <Suspense fallback={null}>
          <Palette staff={staff} wishes={wishes} />
        </Suspense>
      )}
    </>
  )
}
