import { Title } from '@mantine/core'
import noHistory from '../../../art/no-history.svg'
import { useT } from '../../../i18n/use-t.ts'
import { AttemptList } from '../../../surveys/attempt-list.tsx'
import { useUserSurveys } from '../../../surveys/use-user-surveys.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { QueryView } from '../../../ui/query-view.tsx'
import { Skeletons } from '../../../ui/skeletons.tsx'

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
