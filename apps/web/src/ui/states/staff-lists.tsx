import {
  Button,
  Group,
  type MantineSpacing,
  NativeSelect,
  Popover,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconAdjustmentsHorizontal, IconEyeOff, IconPlayerPlay } from '@tabler/icons-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { codeOf } from '../../trpc.ts'
import { showFailure } from '../actions/use-action.ts'
import blocks from '../blocks.module.css'
import { ConfirmDialog, type useAsked } from '../dialogs/dialog.tsx'
import { StatusBadge } from '../figures/status-badge.tsx'
import { Panel } from '../page/page.tsx'
import { LoadMore, type PagedQuery, ResultCount } from './keyset-pages.tsx'
import classes from './list.module.css'
import { EmptyState, QueryView, Skeletons } from './states.tsx'

export type CatalogueFilter = { search?: string; state?: 'active' | 'inactive' }

const PAUSE_MS = 300

/** A search field and a filter by on or off. Searches once the typing pauses. */
export function CatalogueFilterFields({ onChange }: { onChange: (filter: CatalogueFilter) => void }) {
  const t = useT()
  const [search, setSearch] = useState('')
  const [state, setState] = useState('')
  const tell = (words: string, chosen: string) => {
    const wanted = words.trim()
    onChange({
      ...(wanted !== '' && { search: wanted }),
      ...(chosen !== '' && { state: chosen === 'active' ? ('active' as const) : ('inactive' as const) }),
    })
  }
  const tellLater = useDebouncedCallback(tell, PAUSE_MS)
  return (
    <search className={classes.bar}>
      <TextInput
        className={classes.search ?? ''}
        label={t('word.search')}
        type="search"
        maxLength={100}
        value={search}
        onChange={({ currentTarget }) => {
          setSearch(currentTarget.value)
          tellLater(currentTarget.value, state)
        }}
      />
      <NativeSelect
        label={t('word.state')}
        data={[
          { value: '', label: t('activity.all') },
          { value: 'active', label: t('catalogue.active') },
          { value: 'inactive', label: t('catalogue.inactive') },
        ]}
        value={state}
        onChange={({ currentTarget }) => {
          setState(currentTarget.value)
          tell(search, currentTarget.value)
        }}
      />
    </search>
  )
}

/** Whether members can see it. */
export function ActiveBadge({ isActive }: { isActive: boolean }) {
  const t = useT()
  return isActive ? (
    <StatusBadge tone="good" Icon={IconPlayerPlay}>
      {t('catalogue.active')}
    </StatusBadge>
  ) : (
    <StatusBadge tone="quiet" Icon={IconEyeOff}>
      {t('catalogue.inactive')}
    </StatusBadge>
  )
}

type CatalogueActionsProps = {
  name: string
  isActive: boolean
  isPending: boolean
  retiring: ReturnType<typeof useAsked<true>>
  /** Asked before the row is retired. */
  question: { title: string; text: string }
  onEdit: () => void
  onSwitch: () => void
  onRetire: () => void
}

/** What staff do to a row of a catalogue: change it, switch it on or off, or retire it. */
export function CatalogueActions({ name, isActive, isPending, retiring, ...props }: CatalogueActionsProps) {
  const { question, onEdit, onSwitch, onRetire } = props
  const t = useT()
  const nameOf = (action: string) => t('catalogue.for', { action, name })
  const toggle = t(isActive ? 'catalogue.deactivate' : 'catalogue.activate')
  return (
    <div className={classes.tight}>
      <Button variant="default" aria-label={nameOf(t('word.edit'))} onClick={onEdit}>
        {t('word.edit')}
      </Button>
      <Button variant="default" aria-label={nameOf(toggle)} disabled={isPending} onClick={onSwitch}>
        {toggle}
      </Button>
      <Button
        variant="subtle"
        color="red"
        aria-label={nameOf(t('catalogue.retire'))}
        onClick={() => retiring.ask(true)}
      >
        {t('catalogue.retire')}
      </Button>
      <ConfirmDialog
        {...question}
        action={t('catalogue.retire')}
        opened={retiring.isOpen}
        isPending={isPending}
        onConfirm={onRetire}
        onClose={retiring.close}
      />
    </div>
  )
}

type Versioned = { version: number }

type Options<Row extends Versioned> = {
  /** The row that filled the form; undefined for a new one. */
  before: Row | undefined
  /** Read the row again. */
  load: () => Promise<Row>
  /** List the fields that differ, with their current values. */
  compare: (before: Row, now: Row) => { label: string; now: string }[]
}

/**
 * Handle concurrent edits of a form's row. If someone else saved first, nothing typed is lost: `meanwhile` holds their
 * changes, and the next save is based on them.
 */
export function useEdit<Row extends Versioned>({ before, load, compare }: Options<Row>) {
  const [base, setBase] = useState(before)
  const [meanwhile, setMeanwhile] = useState<{ changes: Meanwhile }>()
  /** For `useAction`: true if the row has changed, which the form shows now. */
  const onFailed = async (error: unknown) => {
    const code = codeOf(error)
    if (!base || (code !== 'CATALOGUE_STATE' && code !== 'NOT_FOUND')) return false
    try {
      const now = await load().catch((failure: unknown) => {
        if (codeOf(failure) === 'NOT_FOUND') return undefined
        throw failure
      })
      setMeanwhile({ changes: now ? compare(base, now) : null })
      if (now) setBase(now)
    } catch (failure) {
      showFailure(failure)
    }
    return true
  }
  return { version: base?.version, meanwhile, onFailed }
}

/** What someone else saved while the form was open. Null: they deleted it. */
type Meanwhile = { label: string; now: string }[] | null

/** Shows what is stored now beside what was typed; saving again overwrites it. */
export function ChangedMeanwhile({ changes }: { changes: Meanwhile }) {
  const t = useT()
  return (
    <Panel tone="earning" role="alert">
      <Text fw={600}>{t(changes ? 'desk.changedTitle' : 'catalogue.goneTitle')}</Text>
      <Text size="sm">{t(changes ? 'catalogue.changedText' : 'catalogue.goneText')}</Text>
      {changes && changes.length > 0 && (
        <ul className={classes.changes}>
          {changes.map(({ label, now }) => (
            <li key={label}>{t('catalogue.changedField', { label, now: now || t('catalogue.empty') })}</li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

type Props = {
  /** How many filters are set. */
  count: number
  children: ReactNode
}

/** A list's filters behind a button that says how many are set. */
export function FilterPopover({ count, children }: Props) {
  const t = useT()
  return (
    <Popover position="bottom-end" width={300} trapFocus returnFocus withinPortal shadow="md">
      <Popover.Target>
        <Button variant="default" leftSection={<IconAdjustmentsHorizontal aria-hidden size={20} />}>
          {count === 0 ? t('word.filters') : t('list.filtersSet', { count })}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('word.filters')} mah="60dvh" style={{ overflow: 'auto' }}>
        <Stack gap="sm">{children}</Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

type FilterSelectProps<Value extends string> = {
  label?: string
  /** What all of them are called. */
  all?: string
  values: readonly Value[]
  describe: (value: Value) => string
  /** Undefined shows all. */
  value: Value | undefined
  onChange: (value: Value | undefined) => void
}

/** One value of a list, or all. */
export function FilterSelect<Value extends string>(props: FilterSelectProps<Value>) {
  const { label, all, values, describe, value, onChange } = props
  const t = useT()
  return (
    <NativeSelect
      label={label ?? t('word.show')}
      value={value ?? ''}
      onChange={({ currentTarget }) => onChange(values.find((each) => each === currentTarget.value))}
      data={[
        { value: '', label: all ?? t('activity.all') },
        ...values.map((each) => ({ value: each, label: describe(each) })),
      ]}
    />
  )
}

type StateFilterOptions<State extends string> = {
  /** Rows of a page. */
  size: number
  states: readonly State[]
  /** What it shows at first. Without it: all. */
  first?: State
  describe: (state: State) => string
  label?: string
  all?: string
}

/** A list that is filtered by state and turned page by page: what its query asks for, and the field that filters it. */
export function useStateFilter<State extends string>(options: StateFilterOptions<State>) {
  const { size, states, first, ...field } = options
  const pages = usePages(size)
  const [state, setState] = useState(first)
  const choose = (chosen: State | undefined) => {
    setState(chosen)
    pages.turn()
  }
  const filter = <FilterSelect values={states} value={state} onChange={choose} {...field} />
  return { pages, state, filter, input: { ...pages.input, ...(state && { state }) } }
}

type MoreRowsProps<Row> = {
  query: {
    data: { pages: Row[][] } | undefined
    isError: boolean
    error: unknown
    isFetching: boolean
    isPaused: boolean
    refetch: () => Promise<unknown>
  } & PagedQuery
  skeleton?: ReactNode
  /** Shown instead of an empty list. */
  empty?: ReactNode
  /** The label of the button that loads the next page. */
  more?: string
  children: (rows: Row[]) => ReactNode
}

/** A list that loads page by page, with its empty, loading and failed states. */
export function MoreRows<Row>({ query, skeleton, empty, more, children }: MoreRowsProps<Row>) {
  const t = useT()
  return (
    <>
      <QueryView query={query} skeleton={skeleton ?? <Skeletons count={4} height={64} />}>
        {({ pages }) => (pages[0]?.length ? children(pages.flat()) : (empty ?? <NothingYet />))}
      </QueryView>
      <LoadMore query={query} label={more ?? t('members.more')} failure={t('members.moreFailed')} />
    </>
  )
}

function NothingYet() {
  const t = useT()
  return (
    <Panel tone="quiet">
      <EmptyState title={t('word.nothingHereYet')} text={t('member.emptyText')} />
    </Panel>
  )
}

type PagedListProps<Row extends { id: string }> = {
  query: Omit<ComponentProps<typeof QueryView>['query'], 'data'> & { data: readonly Row[] | undefined }
  pages: Pages
  /** Names the list for those who do not see it. */
  label: string
  /** Of a row while it loads, in pixels. */
  rowHeight: number
  /** How many rows it seems to have while it loads. */
  skeletons?: number
  /** What is said where there is nothing. */
  empty: ComponentProps<typeof EmptyState>
  /** What acts on all rows of the page; stands above them. */
  forAll?: (rows: readonly Row[]) => ReactNode
  /** A row's `<li>`, with its key. */
  children: (row: Row) => ReactNode
}

/** One page of a staff list: its rows, or why there are none, and the way to the next page. */
export function PagedList<Row extends { id: string }>(props: PagedListProps<Row>) {
  const { query, pages, label, rowHeight, skeletons = 3, empty, forAll, children } = props
  return (
    <>
      <ResultCount count={query.data?.length} />
      <QueryView query={query} skeleton={<Skeletons count={skeletons} height={rowHeight} />}>
        {(rows) => (
          <>
            {rows.length > 0 && forAll?.(rows)}
            <RowList rows={rows} label={label} empty={<EmptyState {...empty} />}>
              {children}
            </RowList>
          </>
        )}
      </QueryView>
      <PageTurner pages={pages} rows={query.data} />
    </>
  )
}

type PageTurnerProps = {
  pages: Pages
  /** The cursors of this page's rows; undefined while it loads. */
  rows: readonly { id: string }[] | undefined
  /** What the way back is called. */
  first?: string
  mt?: MantineSpacing
}

/** Buttons to page through a long list. A full page may have a next one. */
export function PageTurner({ pages, rows, first, mt = 0 }: PageTurnerProps) {
  const t = useT()
  const last = rows?.length === pages.limit ? rows.at(-1) : undefined
  if (pages.isFirst && !last) return null
  return (
    <Group justify="center" w="100%" mt={mt}>
      {!pages.isFirst && (
        <Button variant="subtle" onClick={() => pages.turn()}>
          {first ?? t('desk.first')}
        </Button>
      )}
      {last && (
        <Button variant="default" onClick={() => pages.turn(last.id)}>
          {t('desk.next')}
        </Button>
      )}
    </Group>
  )
}

type Pages = {
  limit: number
  isFirst: boolean
  /** What the query asks for: this page. */
  input: { limit: number; after?: string }
  /** To the page after a row; without one, to the first. Also when a filter changes. */
  turn: (after?: string) => void
}

/** Where a reader is in a long list of staff's that comes in pages of `limit` rows. */
export function usePages(limit: number): Pages {
  const [after, setAfter] = useState<string>()
  return {
    limit,
    isFirst: after === undefined,
    input: { limit, ...(after !== undefined && { after }) },
    turn: (next) => setAfter(next),
  }
}

type RowListProps<Row> = {
  rows: readonly Row[]
  /** Names the list for those who do not see it. */
  label: string
  /** Shown instead of an empty list. */
  empty: ReactNode
  /** A row's `<li>`, with its key. */
  children: (row: Row) => ReactNode
}

/** A list, or what is said where there is nothing. */
export function RowList<Row>({ rows, label, empty, children }: RowListProps<Row>) {
  if (rows.length === 0) return empty
  return (
    <ul className={blocks.list} aria-label={label}>
      {rows.map((row) => children(row))}
    </ul>
  )
}

type QueryListProps<Row> = Omit<RowListProps<Row>, 'rows'> & {
  query: ComponentProps<typeof QueryView<readonly Row[]>>['query']
  /** Of a row while it loads, in pixels. */
  rowHeight: number
  /** How many rows it seems to have while it loads. */
  skeletons?: number
}

/** A query's rows, with its loading, failed and empty states. */
export function QueryList<Row>({ query, rowHeight, skeletons = 1, ...list }: QueryListProps<Row>) {
  return (
    <QueryView query={query} skeleton={<Skeletons count={skeletons} height={rowHeight} />}>
      {(rows) => <RowList rows={rows} {...list} />}
    </QueryView>
  )
}

/** Searches that the server refuses because they match nearly everyone. */
export function isTooShort(q: string): boolean {
  return q.length < 3 || !/[\p{L}\p{N}]{2}/u.test(q)
}
