import { Title } from '@mantine/core'
import noSurveys from '../../art/no-surveys.svg'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { Panel } from '../../ui/page/panel.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import classes from './available-surveys.module.css'
import { SurveyRow } from './survey-row.tsx'

const SKELETON_COUNT = 6

export function AvailableSurveys() {
  const t = useT()
  const surveys = trpc.surveys.listSurveys.useQuery()
  return (
    <Panel aria-labelledby="available-title">
      <Title order={2} id="available-title">
        {t('surveys.count')}
      </Title>
      <QueryView query={surveys} skeleton={<Skeletons count={SKELETON_COUNT} height={76} />}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState art={noSurveys} title={t('surveys.emptyTitle')} text={t('surveys.emptyText')} />
          ) : (
            <ul className={classes.list} aria-labelledby="available-title">
              {list.map((survey) => (
                <SurveyRow key={survey.id} survey={survey} />
              ))}
            </ul>
          )
        }
      </QueryView>
    </Panel>
  )
}
