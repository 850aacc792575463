import { Title } from '@mantine/core'
import noHistory from '../../art/no-history.svg'
import { useT } from '../../i18n/use-t.ts'
import { Panel } from '../../ui/page/panel.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { AttemptList } from './attempt-list.tsx'
import { useUserSurveys } from './use-user-surveys.ts'

export function SurveyHistory() {
  const t = useT()
  const attempts = useUserSurveys()
  return (
    <Panel aria-labelledby="history-title">
      <Title order={2} id="history-title">
        {t('surveyList.history')}
      </Title>
      <QueryView query={attempts} skeleton={<Skeletons count={3} height={76} />}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState art={noHistory} title={t('surveyList.emptyTitle')} text={t('surveyList.emptyText')} />
          ) : (
            <AttemptList attempts={list} label={t('surveyList.history')} headingOrder={3} />
          )
        }
      </QueryView>
    </Panel>
  )
}
