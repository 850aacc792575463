import type { Survey } from '@chuma/contract/surveys/surveys'
import { Anchor, Button, NativeSelect, TextInput } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { IconAdjustmentsHorizontal, IconSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import noSurveys from '../../art/no-surveys.svg'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import blocks from '../../ui/blocks.module.css'
import { Page } from '../../ui/page/page.tsx'
import { EmptyState, QueryView, Skeletons } from '../../ui/states/states.tsx'
import { categoryLabel } from '../attempts/survey-action.tsx'
import type { FilterSheetProps } from './filter-sheet.tsx'
import { SurveyGrid, SurveyStats, selectSurveys, TypicalFigures } from './survey-cards.tsx'
import {
  AVAILABLE,
  countFilters,
  isOwnActivity,
  isSurveyActivity,
  isSurveyOrder,
  listCategories,
  listCountries,
  ORDERS,
  OWN,
  resolveFilter,
  type SurveyFilter,
  type SurveySearch,
} from './survey-filter.ts'
import classes from './surveys-page.module.css'

const SKELETON_COUNT = 6

type Props = { search: SurveySearch; onSearch: (search: SurveySearch) => void }

export function SurveysPage({ search, onSearch }: Props) {
  const t = useT()
  const surveys = trpc.surveys.listSurveys.useQuery()
  return (
    <Page
      title={t('surveys.title')}
      lead={t('surveys.lead')}
      aside={
        <Anchor className={blocks.link ?? ''} renderRoot={(props) => <Link to="/survey-list" {...props} />}>
          {t('surveys.toList')}
        </Anchor>
      }
    >
      <SurveyStats />
      <QueryView query={surveys} skeleton={<Skeletons count={SKELETON_COUNT} height={250} layout="grid" />}>
        {(list) => (
          <>
            <SurveyBrowser surveys={list} search={search} onSearch={onSearch} />
            <TypicalFigures />
          </>
        )}
      </QueryView>
    </Page>
  )
}

// Loaded when a member looks at what they have taken.
const OwnSurveys = lazy(async () => ({
  default: (await import('../attempts/attempt-list.tsx')).OwnSurveys,
}))

type SurveyBrowserProps = {
  surveys: Survey[]
  search: SurveySearch
  /** Replaces the whole search. */
  onSearch: (search: SurveySearch) => void
}

/** The list with its filters and order, which the address holds. */
function SurveyBrowser({ surveys, search, onSearch }: SurveyBrowserProps) {
  const filter = resolveFilter(search, surveys)
  const showAll = () => onSearch({})
  return (
    <>
      <SurveyTools
        surveys={surveys}
        filter={filter}
        onFilter={(change) => onSearch({ ...filter, ...change })}
      />
      {isOwnActivity(filter.activity) ? (
        <Suspense fallback={<Skeletons count={3} height={110} />}>
          <OwnSurveys q={filter.q} activity={filter.activity} onShowAll={showAll} />
        </Suspense>
      ) : (
        <AvailableSurveys surveys={surveys} filter={filter} onShowAll={showAll} />
      )}
    </>
  )
}

type AvailableProps = { surveys: Survey[]; filter: SurveyFilter; onShowAll: () => void }

function AvailableSurveys({ surveys, filter, onShowAll }: AvailableProps) {
  const t = useT()
  const selected = selectSurveys(surveys, filter)
  if (surveys.length === 0)
    return <EmptyState art={noSurveys} title={t('surveys.emptyTitle')} text={t('surveys.emptyText')} />
  return (
    <>
      <p className={blocks.quiet} style={{ marginBottom: 'var(--mantine-spacing-md)' }} role="status">
        {t('surveys.shown', { count: selected.length })}
      </p>
      {selected.length > 0 ? (
        <SurveyGrid surveys={selected} />
      ) : (
        <EmptyState
          icon={<IconSearch />}
          title={t('surveys.noMatchTitle')}
          text={t('surveys.noMatchText')}
          action={
            <Button variant="default" onClick={onShowAll}>
              {t('surveys.clearSearch')}
            </Button>
          }
        />
      )}
    </>
  )
}

type SurveyToolsProps = { surveys: Survey[]; filter: SurveyFilter; onFilter: (change: SurveySearch) => void }

function SurveyTools({ surveys, filter, onFilter }: SurveyToolsProps) {
  const isPhone = useMediaQuery('(width < 48em)', undefined, { getInitialValueInEffect: false }) ?? false
  const fields = <FilterFields surveys={surveys} filter={filter} onFilter={onFilter} />
  return (
    <>
      <SurveySides
        isOwn={isOwnActivity(filter.activity)}
        onChange={(isOwn) => onFilter({ activity: isOwn ? 'mine' : 'all' })}
      />
      <search className={classes.tools}>
        <SearchField value={filter.q} onSearch={(q) => onFilter({ q })} />
        {isPhone ? <FilterButton used={countFilters(filter)}>{fields}</FilterButton> : fields}
      </search>
    </>
  )
}

function FilterFields({ surveys, filter, onFilter }: SurveyToolsProps) {
  const t = useT()
  const isOwn = isOwnActivity(filter.activity)
  return (
    <>
      <NativeSelect
        label={t('surveys.activity')}
        data={(isOwn ? OWN : AVAILABLE).map((value) => ({ value, label: t(`surveys.activity.${value}`) }))}
        value={filter.activity}
        onChange={({ currentTarget: { value } }) => isSurveyActivity(value) && onFilter({ activity: value })}
      />
      {/* The member's own surveys are searched by title only and sorted by time. */}
      {!isOwn && <ListFields surveys={surveys} filter={filter} onFilter={onFilter} />}
    </>
  )
}

function ListFields({ surveys, filter, onFilter }: SurveyToolsProps) {
  const t = useT()
  const categories = listCategories(surveys).map((value) => ({ value, label: categoryLabel(value, t) }))
  return (
    <>
      <NativeSelect
        label={t('surveys.category')}
        data={[{ value: '', label: t('surveys.anyCategory') }, ...categories]}
        value={filter.category}
        onChange={({ currentTarget: { value } }) => onFilter({ category: value })}
      />
      <NativeSelect
        label={t('surveys.country')}
        data={[{ value: '', label: t('surveys.anyCountry') }, ...listCountries(surveys)]}
        value={filter.country}
        onChange={({ currentTarget: { value } }) => onFilter({ country: value })}
      />
      <NativeSelect
        label={t('surveys.sort')}
        data={ORDERS.map((value) => ({ value, label: t(`surveys.sort.${value}`) }))}
        value={filter.sort}
        onChange={({ currentTarget: { value } }) => isSurveyOrder(value) && onFilter({ sort: value })}
      />
    </>
  )
}

/** While the member types, the field's own value counts: the address follows later and would remove letters. */
function SearchField({ value, onSearch }: { value: string; onSearch: (text: string) => void }) {
  const t = useT()
  const [typed, setTyped] = useState<string>()
  return (
    <TextInput
      label={t('surveys.search')}
      type="search"
      maxLength={100}
      leftSection={<IconSearch aria-hidden size={20} />}
      value={typed ?? value}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        onSearch(currentTarget.value)
      }}
      onBlur={() => setTyped(undefined)}
    />
  )
}

type SurveySidesProps = { isOwn: boolean; onChange: (isOwn: boolean) => void }

/** The surveys that can be taken, or the member's own. */
function SurveySides({ isOwn, onChange }: SurveySidesProps) {
  const t = useT()
  return (
    <fieldset className={classes.sides} aria-label={t('surveys.sides')}>
      {[false, true].map((own) => (
        <button
          key={String(own)}
          type="button"
          className={classes.side}
          aria-pressed={own === isOwn}
          onClick={() => onChange(own)}
        >
          {t(own ? 'surveys.mine' : 'surveys.available')}
        </button>
      ))}
    </fieldset>
  )
}

type FilterButtonProps = {
  /** How many filters are in use. */
  used: number
  children: ReactNode
}

/** Opens the filters of a phone. The sheet is loaded when someone is about to press the button. */
function FilterButton({ used, children }: FilterButtonProps) {
  const t = useT()
  const [isOpen, sheet] = useDisclosure(false)
  const [Sheet, setSheet] = useState<ComponentType<FilterSheetProps> | null>(null)
  const prepare = async () => {
    const { FilterSheet } = await import('./filter-sheet.tsx')
    setSheet(() => FilterSheet)
  }
  const prepareQuietly = () => void prepare().catch(() => undefined)
  return (
    <>
      <Button
        variant={used > 0 ? 'light' : 'default'}
        px="sm"
        leftSection={<IconAdjustmentsHorizontal aria-hidden size={20} />}
        aria-label={used > 0 ? t('surveys.filtered', { count: used }) : t('surveys.filter')}
        onPointerEnter={prepareQuietly}
        onFocus={prepareQuietly}
        onClick={() => void prepare().then(sheet.open, () => location.reload())}
      >
        {used > 0 ? used : t('surveys.filter')}
      </Button>
      {Sheet && (
        <Sheet isOpen={isOpen} onClose={sheet.close}>
          {children}
        </Sheet>
      )}
    </>
  )
}
