import { IconFileSearch } from '@tabler/icons-react'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { useT } from '../../i18n/use-t.ts'
import { type ApiClient, trpc } from '../../trpc.ts'
import blocks from '../../ui/blocks.module.css'
import { Section } from '../../ui/page/section.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { ResultCount } from '../../ui/states/result-count.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { MoreRows } from '../more-rows.tsx'
import { AuditRow } from './audit-row.tsx'
import type { AuditSearch } from './audit-search.ts'

const PAGE_SIZE = 30

/** Load entries page by page. tRPC's own infinite query requires an input named `cursor`. */
export function auditPages(client: ApiClient, search: AuditSearch) {
  return infiniteQueryOptions({
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
  const query = useInfiniteQuery(auditPages(trpc.useUtils().client, search))
  return (
    <Section title={t('audit.entries')}>
      <ResultCount count={query.data?.pages.flat().length} />
      <MoreRows
        query={query}
        skeleton={<Skeletons count={4} height={96} />}
        empty={<EmptyState icon={<IconFileSearch />} title={t('audit.none')} text={t('audit.noneText')} />}
        more={t('audit.more')}
      >
        {(entries) => (
          <ul className={blocks.list} aria-label={t('audit.entries')}>
            {entries.map((entry) => (
              <AuditRow key={entry.id} entry={entry} />
            ))}
          </ul>
        )}
      </MoreRows>
    </Section>
  )
}
