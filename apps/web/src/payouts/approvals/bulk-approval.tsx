import { formatKes } from '@chuma/contract/format-money'
import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import type { Picked } from '../selection.ts'
import { BulkDialog } from './bulk-dialog.tsx'

type Props = {
  picked: readonly Picked[]
  /** Whether to offer everything that is not flagged, also what is not on the page. */
  isForAll: boolean
  onDone: () => void
}

const POLL_MS = 30_000

/** Approves the picked withdrawals, or all that need no individual review. */
export function BulkApproval({ picked, isForAll, onDone }: Props) {
  const t = useT()
  const { data } = trpc.admin.previewBulkApproval.useQuery(undefined, {
    enabled: isForAll,
    refetchInterval: POLL_MS,
    staleTime: 0,
  })
  // Fixed when the dialog opens: what the button said is what is approved.
  const [asked, setAsked] = useState<readonly Picked[] | null>(null)
  const lowRisk = (isForAll && data?.withdrawals) || []
  if (lowRisk.length === 0 && picked.length === 0 && !asked) return null
  return (
    <Group gap="xs" mb="sm">
      {picked.length > 0 && (
        <Button onClick={() => setAsked(picked)}>{t('bulk.some', { count: picked.length })}</Button>
      )}
      {data && lowRisk.length > 0 && (
        <Button variant={picked.length > 0 ? 'default' : 'filled'} onClick={() => setAsked(lowRisk)}>
          {t('bulk.lowRisk', { count: lowRisk.length, kes: formatKes(data.amountKes) })}
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
          withdrawals={asked}
          onClose={() => {
            setAsked(null)
            onDone()
          }}
        />
      )}
    </Group>
  )
}
