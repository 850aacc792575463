import { useT } from '../../../i18n/use-t.ts'
import { trpc } from '../../../trpc.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Page } from '../../../ui/page.tsx'
import { QueryView } from '../../../ui/query-view.tsx'
import { Skeletons } from '../../../ui/skeletons.tsx'
import { SurveyBrowser } from './survey-browser.tsx'
import { SurveyStats } from './survey-stats.tsx'

const SKELETON_COUNT = 6

export function SurveysPage() {
  const t = useT()
  const surveys = trpc.surveys.listSurveys.useQuery()
  return (
    <Page title={t('surveys.title')} lead={t('surveys.lead')}>
      <SurveyStats />
      <QueryView query={surveys} skeleton={<Skeletons count={SKELETON_COUNT} height={250} layout="grid" />}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState title={t('surveys.emptyTitle')} text={t('surveys.emptyText')} />
          ) : (
            <SurveyBrowser surveys={list} />
          )
        }
      </QueryView>
    </Page>
  )
}
