import { formatKes } from '@chuma/contract/format-money'
import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useT } from '../../i18n/use-t.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import type { Picked } from '../selection.ts'
import { BulkResults } from './bulk-results.tsx'
import { type BulkRun, useBulkApproval } from './use-bulk-approval.ts'

type Props = {
  /** Those that are approved, as far as we know before. */
  withdrawals: readonly Picked[]
  /** Everything pending instead of only these. */
  isAll: boolean
  onClose: () => void
}

/** Confirms, shows the progress, and lists each withdrawal that was not approved with the reason. */
export function BulkDialog({ withdrawals, isAll, onClose }: Props) {
  const t = useT()
  const { run, start, stop } = useBulkApproval()
  const isRunning = run?.state === 'running'
  // Do not close while it runs: it would continue unseen.
  const close = isRunning ? stop : onClose
  const count = withdrawals.length
  const kes = formatKes(withdrawals.reduce((sum, { amountKes }) => sum + amountKes, 0))
  return (
    <Dialog title={t(isAll ? 'bulk.all' : 'bulk.title')} opened onClose={close}>
      <Stack>
        {!run && <Text c="dimmed">{t(isAll ? 'bulk.allText' : 'bulk.text', { count, kes })}</Text>}
        {run && <Running run={run} total={count} />}
        {run && !isRunning && <BulkResults results={run.results} withdrawals={withdrawals} />}
        <Group justify="flex-end">
          {!run && (
            <Button variant="default" data-autofocus onClick={onClose}>
              {t('dialog.cancel')}
            </Button>
          )}
          {!run && (
            <Button onClick={() => start(isAll ? null : withdrawals.map(({ id }) => id))}>
              {t('bulk.start')}
            </Button>
          )}
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

function Running({ run, total }: { run: BulkRun; total: number }) {
  const t = useT()
  if (run.state !== 'running') return null
  const seen = run.results.length
  const approved = run.results.filter(({ outcome }) => outcome === 'approved').length
  const label = t('bulk.running', { approved, seen })
  return (
    <div role="status">
      <Text>{label}</Text>
      <Progress value={Math.min(100, (seen / Math.max(total, 1)) * 100)} aria-label={label} />
    </div>
  )
}
