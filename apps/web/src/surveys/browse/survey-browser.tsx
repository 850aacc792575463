import type { Survey } from '@chuma/contract/surveys/surveys'
import { Button } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import noSurveys from '../../art/no-surveys.svg'
import { useT } from '../../i18n/use-t.ts'
import blocks from '../../ui/blocks.module.css'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { selectSurveys } from './select-surveys.ts'
import { isOwnActivity, resolveFilter, type SurveyFilter, type SurveySearch } from './survey-filter.ts'
import { SurveyGrid } from './survey-grid.tsx'
import { SurveyTools } from './survey-tools.tsx'

// Loaded when a member looks at what they have taken.
const OwnSurveys = lazy(async () => ({
  default: (await import('../attempts/own-surveys.tsx')).OwnSurveys,
}))

type Props = {
  surveys: Survey[]
  search: SurveySearch
  /** Replaces the whole search. */
  onSearch: (search: SurveySearch) => void
}

/** The list with its filters and order, which the address holds. */
export function SurveyBrowser({ surveys, search, onSearch }: Props) {
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
