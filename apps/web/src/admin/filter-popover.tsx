import { Button, Popover, Stack } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useT } from '../i18n/use-t.ts'

type Props = {
  /** How many filters are set. */
  count: number
  children: ReactNode
}

/** A list's filters behind a button that says how many are set. */
export function FilterPopover({ count, children }: Props) {
  const t = useT()
  return (
    <Popover position="bottom-end" width={300} trapFocus returnFocus withinPortal shadow="md">
      <Popover.Target>
        <Button variant="default" leftSection={<IconAdjustmentsHorizontal aria-hidden size={20} />}>
          {count === 0 ? t('list.filters') : t('list.filtersSet', { count })}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('list.filters')} mah="60dvh" style={{ overflow: 'auto' }}>
        <Stack gap="sm">{children}</Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
