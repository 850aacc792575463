import type { FailedJob } from '@chuma/contract/admin/system'
import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { formatDateTime } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import blocks from '../../ui/blocks.module.css'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { Section } from '../../ui/page/section.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { useMay } from '../frame/staff-member.tsx'
import list from '../list.module.css'
import { MoreRows } from '../more-rows.tsx'
import { useShowFailure } from '../use-show-failure.ts'
import { nameJob } from './job-names.ts'

const PAGE_SIZE = 20

function useFailures() {
  const { client } = trpc.useUtils()
  return useInfiniteQuery({
    queryKey: [...getQueryKey(trpc.admin.listFailedJobs), 'all'],
    queryFn: ({ pageParam, signal }) =>
      client.admin.listFailedJobs.query(
        { limit: PAGE_SIZE, ...(pageParam !== null && { after: pageParam }) },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? null : (page.at(-1)?.id ?? null)),
    staleTime: 0,
  })
}

/** Jobs that failed on every attempt. */
export function FailuresSection() {
  const t = useT()
  const query = useFailures()
  return (
    <Section title={t('system.failures')} text={t('system.failuresText')}>
      <MoreRows
        query={query}
        skeleton={<Skeletons count={2} height={96} />}
        empty={
          <EmptyState icon={<IconCheck />} title={t('system.noFailures')} text={t('system.noFailuresText')} />
        }
        more={t('system.more')}
      >
        {(jobs) => (
          <ul className={blocks.list} aria-label={t('system.failures')}>
            {jobs.map((job) => (
              <FailureRow key={job.id} job={job} />
            ))}
          </ul>
        )}
      </MoreRows>
    </Section>
  )
}

function FailureRow({ job: { id, queue, tries, failedAt, error, refusal } }: { job: FailedJob }) {
  const t = useT()
  const utils = trpc.useUtils()
  const mayRetry = useMay('system:manage')
  const retry = trpc.admin.retryJob.useMutation({
    onSuccess: () =>
      showToast({ kind: 'success', title: t('system.retried'), message: t('system.retriedText') }),
    onError: useShowFailure(),
    // Also after a refusal: someone else handled it first.
    onSettled: () =>
      Promise.all([
        utils.admin.listFailedJobs.invalidate(),
        utils.admin.getSystem.invalidate(),
        utils.admin.listWaiting.invalidate(),
      ]),
  })
  const time = formatDateTime(failedAt)
  const name = nameJob(t, queue)
  return (
    <li className={list.row} data-log>
      <div className={list.head}>
        <strong>{name}</strong>
        <span className={blocks.quiet}>{t('system.tries', { tries, time })}</span>
      </div>
      <p className={blocks.flush}>{error}</p>
      {refusal && <p className={blocks.quiet}>{t('system.notAgain', { reason: refusal })}</p>}
      {!refusal && mayRetry && (
        <div>
          <Button
            variant="default"
            loading={retry.isPending}
            aria-label={t('system.retryFor', { queue: name, time })}
            onClick={() => retry.mutate({ id })}
          >
            {t('system.retry')}
          </Button>
        </div>
      )}
    </li>
  )
}
