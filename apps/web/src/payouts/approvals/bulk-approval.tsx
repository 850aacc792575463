import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import type { Picked } from '../selection.ts'
import { BulkDialog } from './bulk-dialog.tsx'

type Props = {
  picked: readonly Picked[]
  /** Whether to offer everything pending, also what is not on the page. */
  isForAll: boolean
  onDone: () => void
}

const POLL_MS = 30_000

/** Approves the picked withdrawals, or everything pending that one person may approve. */
export function BulkApproval({ picked, isForAll, onDone }: Props) {
  const t = useT()
  const { data } = trpc.admin.previewBulkApproval.useQuery(undefined, {
    enabled: isForAll,
    refetchInterval: POLL_MS,
    staleTime: 0,
  })
  const [asked, setAsked] = useState<{ withdrawals: readonly Picked[]; isAll: boolean } | null>(null)
  const isAnyPending =
    isForAll && data !== undefined && data.withdrawals.length + data.flaggedCount + data.heldCount > 0
  if (!isAnyPending && picked.length === 0 && !asked) return null
  return (
    <Group gap="xs" mb="sm">
      {picked.length > 0 && (
        <Button onClick={() => setAsked({ withdrawals: picked, isAll: false })}>
          {t('bulk.some', { count: picked.length })}
        </Button>
      )}
      {isAnyPending && (
        <Button
          variant={picked.length > 0 ? 'default' : 'filled'}
          onClick={() => setAsked({ withdrawals: data.withdrawals, isAll: true })}
        >
          {t('bulk.all')}
        </Button>
      )}
      {isForAll && data && data.flaggedCount > 0 && (
        <Text size="sm" c="dimmed">
          {t('bulk.flagged', { count: data.flaggedCount })}
        </Text>
      )}
      {isForAll && data && data.heldCount > 0 && (
        <Text size="sm" c="dimmed">
          {t('bulk.held', { count: data.heldCount })}
        </Text>
      )}
      {asked && (
        <BulkDialog
          {...asked}
          onClose={() => {
            setAsked(null)
            onDone()
          }}
        />
      )}
    </Group>
  )
}
