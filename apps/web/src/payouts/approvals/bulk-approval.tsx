import { formatKes } from '@chuma/contract/format-money'
import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import type { Picked, Selection } from '../withdrawal-list.tsx'
import classes from '../withdrawals.module.css'
import { BulkDialog } from './bulk-dialog.tsx'

/** The withdrawals that staff picked, for a bulk approval. */
export function useSelection(): Selection & { picked: readonly Picked[]; clear: () => void } {
  const [picked, setPicked] = useState<readonly Picked[]>([])
  const isSelected = (id: string) => picked.some((row) => row.id === id)
  return {
    picked,
    isSelected,
    clear: () => setPicked([]),
    toggle: (row) =>
      setPicked((rows) =>
        rows.some(({ id }) => id === row.id) ? rows.filter(({ id }) => id !== row.id) : [...rows, row],
      ),
    setAll: (wanted, isOn) =>
      setPicked((rows) => [
        ...rows.filter(({ id }) => !wanted.some((row) => row.id === id)),
        ...(isOn ? wanted : []),
      ]),
  }
}

type Props = {
  selection: ReturnType<typeof useSelection>
  /** Whether to offer everything pending, also what is not on the page. */
  isForAll: boolean
}

const POLL_MS = 30_000

/**
 * Approves everything pending that one person may approve, or the picked withdrawals: their bar sticks below the page's while the lists
 * of the same block scroll.
 */
export function BulkApproval({ selection: { picked, clear }, isForAll }: Props) {
  const t = useT()
  const { data, isLoading } = trpc.admin.previewBulkApproval.useQuery(undefined, {
    enabled: isForAll,
    refetchInterval: POLL_MS,
  })
  const [asked, setAsked] = useState<{ withdrawals: readonly Picked[]; isAll: boolean } | null>(null)
  const isAnyPending =
    isForAll && data !== undefined && data.withdrawals.length + data.flaggedCount + data.heldCount > 0
  const kes = formatKes(picked.reduce((sum, { amountKes }) => sum + amountKes, 0))
  return (
    <>
      {(isAnyPending || isLoading) && (
        <Group gap="xs" mb="sm">
          <Button
            variant="default"
            disabled={isLoading}
            onClick={() => data && setAsked({ withdrawals: data.withdrawals, isAll: true })}
          >
            {t('bulk.all')}
          </Button>
          <Text size="sm" c="dimmed">
            {[
              data && data.flaggedCount > 0 && t('bulk.flagged', { count: data.flaggedCount }),
              data && data.heldCount > 0 && t('bulk.held', { count: data.heldCount }),
            ]
              .filter(Boolean)
              .join(' ')}
          </Text>
        </Group>
      )}
      {picked.length > 0 && (
        <div className={classes.bulk}>
          <Text fw={600}>{t('bulk.picked', { count: picked.length, kes })}</Text>
          <Button variant="subtle" onClick={clear}>
            {t('bulk.clear')}
          </Button>
          <Button onClick={() => setAsked({ withdrawals: picked, isAll: false })}>
            {t('bulk.some', { count: picked.length })}
          </Button>
        </div>
      )}
      {asked && (
        <BulkDialog
          {...asked}
          onClose={() => {
            setAsked(null)
            clear()
          }}
        />
      )}
    </>
  )
}
