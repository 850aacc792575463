import type { EconomyVersion } from '@chuma/contract/admin/economy/economy-report'
import { IconHistory } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { formatDateTime } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import blocks from '../../ui/blocks.module.css'
import { Section } from '../../ui/page/section.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { actorName } from '../actor-name.ts'
import list from '../list.module.css'
import { MoreRows } from '../more-rows.tsx'
import { ChangeList } from './change-list.tsx'

const PAGE_SIZE = 10

/** Load versions page by page. tRPC's own infinite query requires an input named `cursor`. */
function useVersions() {
  const { client } = trpc.useUtils()
  return useInfiniteQuery({
    queryKey: [...getQueryKey(trpc.admin.listEconomyVersions), 'all'],
    queryFn: ({ pageParam, signal }) =>
      client.admin.listEconomyVersions.query(
        { limit: PAGE_SIZE, ...(pageParam !== null && { after: pageParam }) },
        { signal },
      ),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? null : (page.at(-1)?.version ?? null)),
  })
}

/** Who changed what, and why. */
export function HistorySection() {
  const t = useT()
  const query = useVersions()
  return (
    <Section title={t('economy.history')} text={t('economy.historyText')}>
      <MoreRows
        query={query}
        skeleton={<Skeletons count={3} height={96} />}
        empty={
          <EmptyState
            icon={<IconHistory />}
            title={t('economy.historyEmpty')}
            text={t('economy.historyEmptyText')}
          />
        }
        more={t('economy.more')}
      >
        {(versions) => (
          <ul className={blocks.list} aria-label={t('economy.history')}>
            {versions.map((version) => (
              <VersionRow key={version.version} version={version} />
            ))}
          </ul>
        )}
      </MoreRows>
    </Section>
  )
}

function VersionRow({
  version: { version, changedBy, reason, createdAt, changes, preset },
}: {
  version: EconomyVersion
}) {
  const t = useT()
  const label = t('economy.version', { version })
  return (
    <li className={list.row}>
      <div className={list.head}>
        <strong>{label}</strong>
        <span className={blocks.quiet}>
          {t('economy.savedBy', { name: actorName(t, changedBy), time: formatDateTime(createdAt) })}
        </span>
      </div>
      {preset && (
        <p className={blocks.quiet}>{t('preset.ofVersion', { name: t(`preset.name.${preset}`) })}</p>
      )}
      <p className={blocks.flush}>{reason}</p>
      {changes.length > 0 ? (
        <ChangeList label={label} changes={changes} />
      ) : (
        <p className={blocks.quiet}>{t(version === 1 ? 'economy.firstVersion' : 'economy.sameNumbers')}</p>
      )}
    </li>
  )
}
