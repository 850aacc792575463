import { formatKes } from '@chuma/contract/format-money'
import type { BulkApproval as BulkResult } from '@chuma/contract/payouts/payout-queue'
import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { serverMessage, trpc } from '../../trpc.ts'
import { useSingleFlight } from '../../ui/actions/use-action.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import dialogClasses from '../../ui/states/list.module.css'
import { useRefreshWithdrawals } from '../data.ts'
import type { Picked, Selection } from '../withdrawal-list.tsx'
import classes from '../withdrawals.module.css'

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

type BulkDialogProps = {
  /** Those that are approved, as far as we know before. */
  withdrawals: readonly Picked[]
  /** Everything pending instead of only these. */
  isAll: boolean
  onClose: () => void
}

/** Confirms, shows the progress, and lists each withdrawal that was not approved with the reason. */
function BulkDialog({ withdrawals, isAll, onClose }: BulkDialogProps) {
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
              {t('word.approve')}
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

type Result = BulkResult['results'][number]

type BulkResultsProps = {
  results: BulkResult['results']
  /** Those whose member we know. */
  withdrawals: readonly Picked[]
}

/** How many were approved, and why the others were not: each with its member, or counted by the reason. */
function BulkResults({ results, withdrawals }: BulkResultsProps) {
  const t = useT()
  const rows = new Map(withdrawals.map((row) => [row.id, row]))
  const left = results.filter(({ outcome }) => outcome !== 'approved')
  const reasonOf = ({ outcome, message }: Result) => message ?? t(`bulkOutcome.${outcome}`)
  const counts = new Map<string, number>()
  for (const result of left.filter(({ id }) => !rows.has(id)))
    counts.set(reasonOf(result), (counts.get(reasonOf(result)) ?? 0) + 1)
  return (
    <div role="status">
      <Text fw={600}>{t('bulk.done', { count: results.length - left.length })}</Text>
      {left.length > 0 && (
        <>
          <Text>{t('bulk.left', { count: left.length })}</Text>
          <ul className={dialogClasses.results}>
            {left
              .filter(({ id }) => rows.has(id))
              .map((result) => (
                <li key={result.id}>
                  <strong>{describe(rows.get(result.id))}</strong>
                  <br />
                  {reasonOf(result)}
                </li>
              ))}
            {[...counts].map(([reason, count]) => (
              <li key={reason}>
                <strong>{t('bulk.requests', { count })}</strong>
                <br />
                {reason}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

function describe(row: Picked | undefined): string {
  return row ? `${row.userName}, ${formatKes(row.amountKes)}` : ''
}

/** Small enough for visible progress, large enough for a thousand to finish soon. */
const PIECE = 50

type BulkRun = { state: 'running' | 'done' | 'failed'; results: BulkResult['results'] }

/** Approve these, or everything pending, in batches. Leaving in between loses nothing: the rest still waits. */
function useBulkApproval() {
  const t = useT()
  const refresh = useRefreshWithdrawals()
  const { mutateAsync } = trpc.admin.approveWithdrawals.useMutation()
  const [run, setRun] = useState<BulkRun | null>(null)
  const isStopped = useRef(false)

  async function approve(ids: readonly string[] | null) {
    const results: BulkResult['results'] = []
    isStopped.current = false
    setRun({ state: 'running', results })
    let after: string | null = null
    do {
      const piece = ids
        ? { ids: ids.slice(results.length, results.length + PIECE) }
        : { all: true as const, limit: PIECE, ...(after && { after }) }
      const answer: BulkResult = await mutateAsync(piece)
      results.push(...answer.results)
      after = answer.next
      setRun({ state: 'running', results: [...results] })
    } while (!isStopped.current && (ids ? results.length < ids.length : after))
    setRun({ state: 'done', results })
  }

  const start = useSingleFlight(async (ids: readonly string[] | null) => {
    await approve(ids).catch((error: unknown) => {
      setRun((before) => ({ state: 'failed', results: before?.results ?? [] }))
      showToast({
        kind: 'error',
        title: t('bulk.failedTitle'),
        message: serverMessage(error, t('bulk.failed')),
      })
    })
    await refresh()
  })
  return {
    run,
    start,
    stop: () => {
      isStopped.current = true
    },
  }
}
