import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { firstPage } from '../first-page.ts'
import { BulkResults } from './bulk-results.tsx'
import { type BulkRun, useBulkApproval } from './use-bulk-approval.ts'

type Props = {
  /** Null: all that wait. */
  ids: readonly string[] | null
  onClose: () => void
}

/** Confirms, shows the progress, and lists each withdrawal that was not approved with the reason. */
export function BulkDialog({ ids, onClose }: Props) {
  const t = useT()
  const { run, start, stop } = useBulkApproval()
  const utils = trpc.useUtils()
  const [before] = useState(() => utils.admin.listWithdrawals.getData(firstPage('pending')) ?? [])
  const isRunning = run?.state === 'running'
  // Do not close while it runs: it would continue unseen.
  const close = isRunning ? stop : onClose
  return (
    <Dialog title={t('bulk.title')} opened onClose={close}>
      <Stack>
        {!run && (
          <Text c="dimmed">{ids ? t('bulk.someText', { count: ids.length }) : t('bulk.allText')}</Text>
        )}
        {run && <Running run={run} total={ids?.length} />}
        {run && !isRunning && <BulkResults results={run.results} before={before} />}
        <Group justify="flex-end">
          {!run && (
            <Button variant="default" data-autofocus onClick={onClose}>
              {t('admin.cancel')}
            </Button>
          )}
          {!run && <Button onClick={() => start(ids)}>{t('bulk.start')}</Button>}
          {isRunning && (
            <Button variant="default" onClick={stop}>
              {t('bulk.stop')}
            </Button>
          )}
          {run && !isRunning && <Button onClick={onClose}>{t('bulk.close')}</Button>}
        </Group>
      </Stack>
    </Dialog>
  )
}

function Running({ run, total }: { run: BulkRun; total: number | undefined }) {
  const t = useT()
  if (run.state !== 'running') return null
  const seen = run.results.length
  const approved = run.results.filter(({ outcome }) => outcome === 'approved').length
  const label = t('bulk.running', { approved, seen })
  return (
    <div role="status">
      <Text>{label}</Text>
      <Progress value={total ? (seen / total) * 100 : 100} animated={!total} aria-label={label} />
    </div>
  )
}
