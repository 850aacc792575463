import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import noSurveys from '../../art/no-surveys.svg'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { EmptyState, QueryView, Skeletons } from '../../ui/states/states.tsx'
import { SurveyGrid } from './survey-cards.tsx'

const SHOWN = 6

export function SurveysTab() {
  const t = useT()
  const surveys = trpc.surveys.listSurveys.useQuery()
  return (
    <QueryView query={surveys} skeleton={<Skeletons count={SHOWN} height={250} layout="grid" />}>
      {(list) =>
        list.length === 0 ? (
          <EmptyState art={noSurveys} title={t('surveys.emptyTitle')} text={t('surveys.emptyText')} />
        ) : (
          <>
            <SurveyGrid surveys={list.slice(0, SHOWN)} />
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
