import { Button } from '@mantine/core'
import { IconListSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { BackLink } from '../../ui/page/back-link.tsx'
import { Page } from '../../ui/page/page.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import { MessageState } from '../../ui/states/message-state.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { explainFailure } from '../attempts/explain-failure.ts'
import { SurveyEntrance } from './survey-entrance.tsx'

/** What a survey is about, what it pays and what happens next, before it starts. */
export function SurveyFormPage({ surveyId }: { surveyId: string | undefined }) {
  return surveyId === undefined ? <UnknownPage /> : <KnownPage surveyId={surveyId} />
}

function KnownPage({ surveyId }: { surveyId: string }) {
  const t = useT()
  // Always fetched fresh: a partner may have confirmed it.
  const query = trpc.surveys.getSurvey.useQuery({ surveyId, show: 'asked' }, { staleTime: 0, gcTime: 0 })
  // The same query as in the view below, so that everything appears at once.
  const isDrawn = useDeferredValue(!query.isLoading)
  const failure = query.error ? explainFailure(query.error) : null
  // The server can only refuse the id here.
  if (failure === 'not-found' || failure === 'refused') return <UnknownPage />
  return (
    <Page title={(isDrawn && query.data?.title) || t('survey.title')} width="narrow">
      <QueryView
        query={query}
        errorTitle={t('survey.loadFailed')}
        skeleton={<Skeletons count={1} height={420} />}
      >
        {(survey) => <SurveyEntrance survey={survey} />}
      </QueryView>
      {isDrawn && <BackLink to="/surveys">{t('survey.back')}</BackLink>}
    </Page>
  )
}

function UnknownPage() {
  const t = useT()
  return (
    <Page title={t('survey.title')} width="narrow">
      <SurveyUnknown />
    </Page>
  )
}

/** No such survey, or one that this member cannot take. */
function SurveyUnknown() {
  const t = useT()
  return (
    <Panel>
      <MessageState
        role="alert"
        icon={<IconListSearch />}
        title={t('surveyForm.unknown')}
        text={t('survey.notFoundText')}
        action={<Button renderRoot={(props) => <Link to="/surveys" {...props} />}>{t('survey.back')}</Button>}
      />
    </Panel>
  )
}
