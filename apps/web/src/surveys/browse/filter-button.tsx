import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { type ComponentType, type ReactNode, useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import type { FilterSheetProps } from './filter-sheet.tsx'

type Props = {
  /** How many filters are in use. */
  used: number
  children: ReactNode
}

/** Opens the filters of a phone. The sheet is loaded when someone is about to press the button. */
export function FilterButton({ used, children }: Props) {
  const t = useT()
  const [isOpen, sheet] = useDisclosure(false)
  const [Sheet, setSheet] = useState<ComponentType<FilterSheetProps> | null>(null)
  const prepare = async () => {
    const { FilterSheet } = await import('./filter-sheet.tsx')
    setSheet(() => FilterSheet)
  }
  const prepareQuietly = () => void prepare().catch(() => undefined)
  return (
    <>
      <Button
        variant={used > 0 ? 'light' : 'default'}
        px="sm"
        leftSection={<IconAdjustmentsHorizontal aria-hidden size={20} />}
        aria-label={used > 0 ? t('surveys.filtered', { count: used }) : t('surveys.filter')}
        onPointerEnter={prepareQuietly}
        onFocus={prepareQuietly}
        onClick={() => void prepare().then(sheet.open, () => location.reload())}
      >
        {used > 0 ? used : t('surveys.filter')}
      </Button>
      {Sheet && (
        <Sheet isOpen={isOpen} onClose={sheet.close}>
          {children}
        </Sheet>
      )}
    </>
  )
}
