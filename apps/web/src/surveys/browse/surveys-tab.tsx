import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import noSurveys from '../../art/no-surveys.svg'
import { useT } from '../../i18n/use-t.ts'
import { EmptyState, QueryView, Skeletons } from '../../ui/states/states.tsx'
import { SHOWN_SURVEYS, useDashboardSurveys } from '../attempts/survey-action.tsx'
import { SurveyGrid } from './survey-cards.tsx'

export function SurveysTab() {
  const t = useT()
  const surveys = useDashboardSurveys()
  return (
    <QueryView query={surveys} skeleton={<Skeletons count={SHOWN_SURVEYS} height={250} layout="grid" />}>
      {(list) =>
        list.length === 0 ? (
          <EmptyState art={noSurveys} title={t('surveys.emptyTitle')} text={t('surveys.emptyText')} />
        ) : (
          <>
            <SurveyGrid surveys={list} />
            <Button
              variant="default"
              mt="md"
              fullWidth
              renderRoot={(props) => <Link to="/surveys" {...props} />}
            >
              {t('dashboard.allSurveys')}
            </Button>
          </>
        )
      }
    </QueryView>
  )
}
