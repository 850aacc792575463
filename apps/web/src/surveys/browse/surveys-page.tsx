import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import blocks from '../../ui/blocks.module.css'
import { Page } from '../../ui/page/page.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { SurveyBrowser } from './survey-browser.tsx'
import type { SurveySearch } from './survey-filter.ts'
import { SurveyStats, TypicalFigures } from './survey-stats.tsx'

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
