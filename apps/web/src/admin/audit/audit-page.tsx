import { type AuditEntry, exportAuditInput } from '@chuma/contract/admin/audit'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconFileSearch } from '@tabler/icons-react'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { getQueryKey } from '@trpc/react-query'
import { AUDIT_FILTERS, type AuditSearch } from '../../app/page-search.ts'
import { formatDateTime } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { type ApiClient, trpc } from '../../trpc.ts'
import blocks from '../../ui/blocks.module.css'
import { CsvDownload } from '../../ui/forms/csv-files.tsx'
import { DayField } from '../../ui/forms/number-input.tsx'
import { AdminFrame } from '../../ui/frame/admin-frame.tsx'
import { Section } from '../../ui/page/section.tsx'
import { ResultCount } from '../../ui/states/keyset-pages.tsx'
import list from '../../ui/states/list.module.css'
import { MoreRows } from '../../ui/states/staff-lists.tsx'
import { EmptyState, Skeletons } from '../../ui/states/states.tsx'
import classes from './audit.module.css'
import { AUDIT_ACTIONS, isKnownAction } from './audit-actions.ts'
import { Differences, nameSubject } from './differences.tsx'

/** The audit log: who did what to whom, why and from where. */
export function AuditPage({ search }: { search: AuditSearch }) {
  const t = useT()
  return (
    <AdminFrame title={t('audit.title')}>
      {() => (
        <>
          <FilterForm key={JSON.stringify(search)} search={search} />
          <AuditList search={search} />
        </>
      )}
    </AdminFrame>
  )
}

const EMPTY = { actor: '', person: '', action: '', subject: '', from: '', to: '' }

function FilterForm({ search }: { search: AuditSearch }) {
  const t = useT()
  const navigate = useNavigate()
  const { client } = trpc.useUtils()
  const form = useForm({
    initialValues: { ...EMPTY, ...search },
    validate: { to: (to, { from }) => (to && from > to ? t('audit.wrongDays') : null) },
  })
  const go = (filters: AuditSearch) =>
    void navigate({ to: '/admin/audit', search: filters, resetScroll: false })
  return (
    <Section title={t('word.filters')} text={t('audit.text')}>
      <form
        noValidate
        aria-label={t('word.filters')}
        onSubmit={form.onSubmit((values) => go(readAuditSearch(values)))}
      >
        <div className={classes.fields}>
          <TextInput
            label={t('audit.actor')}
            description={t('audit.actorHint')}
            autoCapitalize="none"
            spellCheck={false}
            maxLength={254}
            {...form.getInputProps('actor')}
          />
          <TextInput
            label={t('audit.person')}
            description={t('audit.personHint')}
            autoCapitalize="none"
            spellCheck={false}
            maxLength={254}
            {...form.getInputProps('person')}
          />
          <TextInput
            label={t('audit.subject')}
            description={t('audit.subjectHint')}
            autoCapitalize="none"
            spellCheck={false}
            maxLength={254}
            {...form.getInputProps('subject')}
          />
          <ActionField {...form.getInputProps('action')} />
          <DayField label={t('word.fromDay')} {...form.getInputProps('from')} />
          <DayField label={t('audit.to')} {...form.getInputProps('to')} />
        </div>
        <div className={classes.actions}>
          <Button type="submit">{t('word.filter')}</Button>
          <Button variant="default" onClick={() => go({})}>
            {t('audit.clear')}
          </Button>
          <CsvDownload fileName="chuma-audit.csv" load={() => client.admin.exportAudit.query(search)}>
            {t('analytics.download')}
          </CsvDownload>
        </div>
        <p className={blocks.quiet}>{t('audit.downloadHint')}</p>
      </form>
    </Section>
  )
}

function ActionField({ value = '', onChange }: { value?: string; onChange?: (event: unknown) => void }) {
  const t = useT()
  const known = AUDIT_ACTIONS.map((action) => ({ value: action, label: t(`auditAction.${action}`) }))
  const other = value && !isKnownAction(value) ? [{ value, label: value }] : []
  return (
    <NativeSelect
      label={t('audit.action')}
      data={[{ value: '', label: t('word.all') }, ...known, ...other]}
      value={value}
      {...(onChange && { onChange })}
    />
  )
}

/** Read the filters of an address; invalid parts are dropped. */
export function readAuditSearch(search: Record<string, unknown>): AuditSearch {
  const given = AUDIT_FILTERS.flatMap((name) => {
    const { data } = exportAuditInput.shape[name].safeParse(search[name])
    return data === undefined ? [] : [[name, data] as const]
  })
  return Object.fromEntries(given)
}

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

function AuditList({ search }: { search: AuditSearch }) {
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
        <Link to="/admin/withdrawals" className={classes.link}>
          {t('word.withdrawals')}
        </Link>
      )}
    </p>
  )
}
