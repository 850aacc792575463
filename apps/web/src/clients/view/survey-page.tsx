import type { CommissionedSurvey, MyResults } from '@chuma/contract/clients/client-surveys'
import { formatKesCents } from '@chuma/contract/format-money'
import { IconChartBar } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useT } from '../../i18n/use-t.ts'
import { AnswerBars } from '../../surveys/results/answer-bars.tsx'
import { CountedAt } from '../../surveys/results/results-figures.tsx'
import blocks from '../../ui/blocks.module.css'
import { StatCard, StatGrid } from '../../ui/figures/stat-card.tsx'
import { BackLink } from '../../ui/page/back-link.tsx'
import { Section } from '../../ui/page/section.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { clientApi } from '../client-api.ts'
import { ClientPage } from './client-page.tsx'
import { CommentsSection } from './comments-section.tsx'
import { CompareSection } from './compare-section.tsx'
import { DatasetSection } from './dataset-section.tsx'
import { DisputesSection } from './disputes-section.tsx'
import { Progress } from './overview-page.tsx'
import { ProgressSection } from './progress-section.tsx'
import { QuoteSection } from './quote-section.tsx'

/** One survey as its client sees it: progress, results, comments and data. */
export function SurveyPage({ surveyId }: { surveyId: string }) {
  const t = useT()
  const survey = useQuery({
    queryKey: ['survey', surveyId],
    queryFn: () => clientApi.clients.getSurvey.query({ id: surveyId }),
  })
  return (
    <ClientPage title={survey.data?.title ?? t('client.survey')}>
      {(me) => (
        <>
          {me.surveyId === null && <BackLink to="/client">{t('client.allSurveys')}</BackLink>}
          <QueryView query={survey} skeleton={<Skeletons count={2} height={120} />}>
            {(found) => (
              <>
                <Figures survey={found} hasPrice={me.surveyId === null} />
                {me.surveyId === null && <QuoteSection surveyId={surveyId} />}
                <ProgressSection surveyId={surveyId} />
                <Results surveyId={surveyId} />
                <DatasetSection surveyId={surveyId} mayAccept={me.surveyId === null} />
                {found.accepted > 0 && me.surveyId === null && <DisputesSection surveyId={surveyId} />}
                <CommentsSection surveyId={surveyId} mayWrite={me.surveyId === null} />
              </>
            )}
          </QueryView>
        </>
      )}
    </ClientPage>
  )
}

function Figures({ survey, hasPrice }: { survey: CommissionedSurvey; hasPrice: boolean }) {
  const t = useT()
  const { accepted, inField, target, priceCents } = survey
  return (
    <>
      <StatGrid label={t('client.progress')}>
        <StatCard label={t('client.acceptedLabel')}>
          {target === null ? accepted : t('client.of', { accepted, target })}
        </StatCard>
        <StatCard label={t('client.inFieldLabel')}>{inField}</StatCard>
        {hasPrice && (
          <StatCard label={t('client.priceLabel')}>
            {priceCents === null ? '–' : formatKesCents(priceCents)}
          </StatCard>
        )}
      </StatGrid>
      <Progress survey={survey} />
    </>
  )
}

function Results({ surveyId }: { surveyId: string }) {
  const query = useQuery({
    queryKey: ['results', surveyId],
    queryFn: () => clientApi.clients.getResults.query({ id: surveyId }),
  })
  return (
    <QueryView query={query} skeleton={<Skeletons count={3} height={160} />}>
      {(results) => <Questions results={results} />}
    </QueryView>
  )
}

function Questions({ results }: { results: MyResults }) {
  const t = useT()
  const { questions } = results
  const shown = questions.filter(({ rows }) => rows.length > 0)
  if (shown.length === 0) {
    return (
      <EmptyState icon={<IconChartBar />} title={t('client.noResults')} text={t('client.noResultsText')} />
    )
  }
  return (
    <>
      <p className={blocks.quiet}>{t('results.hidden')}</p>
      <CountedAt countedAt={results.countedAt} />
      {shown.map(({ id, part, question, base, isSmallBase, rows }) => (
        <Section
          key={`${id} ${part}`}
          title={`${id}. ${question}`}
          text={
            base === null
              ? t('results.few')
              : t(isSmallBase ? 'results.smallBase' : 'results.base', { count: base })
          }
        >
          <AnswerBars label={question} rows={rows} />
        </Section>
      ))}
      <CompareSection results={results} />
    </>
  )
}
