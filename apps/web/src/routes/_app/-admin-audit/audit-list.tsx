import { Button } from '@mantine/core'
import { IconFileSearch } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { useT } from '../../../i18n/use-t.ts'
import { trpc } from '../../../trpc.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { QueryView } from '../../../ui/query-view.tsx'
import { Section } from '../../../ui/section.tsx'
import { Skeletons } from '../../../ui/skeletons.tsx'
import classes from './audit.module.css'
import type { AuditSearch } from './audit-filter.ts'
import { AuditRow } from './audit-row.tsx'

const PAGE_SIZE = 30

/** tRPC's own infinite query wants an input named `cursor`. */
function useAudit(search: AuditSearch) {
  const { client } = trpc.useUtils()
  return useInfiniteQuery({
    queryKey: [...getQueryKey(trpc.admin.listAudit), 'all', search],
    queryFn: ({ pageParam, signal }) =>
      client.admin.listAudit.query(
        { ...search, limit: PAGE_SIZE, ...(pageParam !== null && { after: pageParam }) },
        { signal },
      ),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? null : (page.at(-1)?.id ?? null)),
    staleTime: 0,
  })
}

export function AuditList({ search }: { search: AuditSearch }) {
  const t = useT()
  const query = useAudit(search)
  return (
    <Section title={t('audit.entries')}>
      <QueryView query={query} skeleton={<Skeletons count={4} height={96} />}>
        {({ pages }) =>
          (pages[0]?.length ?? 0) > 0 ? (
            <ul className={classes.list} aria-label={t('audit.entries')}>
              {pages.flat().map((entry) => (
                <AuditRow key={entry.id} entry={entry} />
              ))}
            </ul>
          ) : (
            <EmptyState icon={<IconFileSearch />} title={t('audit.none')} text={t('audit.noneText')} />
          )
        }
      </QueryView>
      {query.hasNextPage && (
        <div>
          <Button
            variant="default"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {t('audit.more')}
          </Button>
        </div>
      )}
    </Section>
  )
}
