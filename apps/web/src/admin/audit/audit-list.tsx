import type { AuditEntry } from '@chuma/contract/admin/audit'
import { IconFileSearch } from '@tabler/icons-react'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { getQueryKey } from '@trpc/react-query'
import { formatDateTime } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { type ApiClient, trpc } from '../../trpc.ts'
import blocks from '../../ui/blocks.module.css'
import { Section } from '../../ui/page/section.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { ResultCount } from '../../ui/states/result-count.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import list from '../list.module.css'
import { MoreRows } from '../more-rows.tsx'
import classes from './audit.module.css'
import { isKnownAction } from './audit-actions.ts'
import type { AuditSearch } from './audit-search.ts'
import { Differences } from './differences.tsx'
import { nameSubject } from './name-subject.ts'

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

/** One entry of the log. */
function AuditRow({ entry }: { entry: AuditEntry }) {
  const t = useT()
  const { at, action, reason, address } = entry
  return (
    <li className={list.row} data-log>
      <div className={classes.head}>
        <strong>{isKnownAction(action) ? t(`auditAction.${action}`) : action}</strong>
        <time className={blocks.quiet} dateTime={at}>
          {formatDateTime(at)}
        </time>
      </div>
      <p className={classes.who}>
        <Actor entry={entry} />
        {address && <span className={blocks.quiet}>{t('audit.address', { address })}</span>}
      </p>
      <Subject entry={entry} />
      {reason && <p className={blocks.flush}>{t('audit.reason', { reason })}</p>}
      <Differences before={entry.before} after={entry.after} />
    </li>
  )
}

function Actor({ entry: { actor, actorName } }: { entry: AuditEntry }) {
  const t = useT()
  const [kind, ...rest] = actor.split(':')
  const name = rest.join(':')
  if (kind === 'staff') return <span>{name}</span>
  if (kind === 'key') return <span>{t('audit.key', { name })}</span>
  if (kind === 'member') {
    return (
      <Link to="/admin/members/$memberId" params={{ memberId: name }} className={classes.link}>
        {actorName ?? t('audit.member')}
      </Link>
    )
  }
  return <span>{actor === 'system' ? t('audit.system') : actor}</span>
}

function Subject({ entry: { subject, memberId, memberName, memberEmail } }: { entry: AuditEntry }) {
  const t = useT()
  return (
    <p className={classes.about}>
      <span className={blocks.quiet} title={subject}>
        {nameSubject(t, subject)}
      </span>
      {memberId && (
        <Link to="/admin/members/$memberId" params={{ memberId }} className={classes.link}>
          {t('audit.aboutMember', { name: memberName ?? '', email: memberEmail ?? '' })}
        </Link>
      )}
      {subject.startsWith('withdrawal:') && (
        <Link to="/admin" search={{ tab: 'withdrawals' }} className={classes.link}>
          {t('audit.withdrawals')}
        </Link>
      )}
    </p>
  )
}
