import type { Survey } from '@chuma/contract/surveys/surveys'
import { Title } from '@mantine/core'
import { useId } from 'react'
import noHistory from '../../art/no-history.svg'
import noSurveys from '../../art/no-surveys.svg'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import blocks from '../../ui/blocks.module.css'
import { BackLink } from '../../ui/page/back-link.tsx'
import { Page, Panel } from '../../ui/page/page.tsx'
import { EmptyState, QueryView, Skeletons } from '../../ui/states/states.tsx'
import { PointsAmount } from '../../wallet/movements.tsx'
import { AttemptList } from '../attempts/attempt-list.tsx'
import { categoryLabel, SurveyAction, useUserSurveys } from '../attempts/survey-action.tsx'
import { CardFacts, SurveyStats, TypicalFigures } from './survey-cards.tsx'
import classes from './survey-list-page.module.css'

/** The available surveys, and the member's own. */
export function SurveyListPage() {
  const t = useT()
  return (
    <Page
      title={t('surveyList.title')}
      lead={t('surveyList.lead')}
      aside={<BackLink to="/surveys">{t('surveyList.toCards')}</BackLink>}
    >
      <SurveyStats />
      <div className={blocks.sections}>
        <AvailableSurveys />
        <SurveyHistory />
      </div>
    </Page>
  )
}

const SKELETON_COUNT = 6

function AvailableSurveys() {
  const t = useT()
  const surveys = trpc.surveys.listSurveys.useQuery()
  return (
    <>
      <Panel aria-labelledby="available-title">
        <Title order={2} id="available-title">
          {t('surveys.count')}
        </Title>
        <QueryView query={surveys} skeleton={<Skeletons count={SKELETON_COUNT} height={76} />}>
          {(list) =>
            list.length === 0 ? (
              <EmptyState art={noSurveys} title={t('surveys.emptyTitle')} text={t('surveys.emptyText')} />
            ) : (
              <ul className={blocks.list} aria-labelledby="available-title">
                {list.map((survey) => (
                  <SurveyRow key={survey.id} survey={survey} />
                ))}
              </ul>
            )
          }
        </QueryView>
      </Panel>
      {surveys.data && <TypicalFigures />}
    </>
  )
}

/** One survey per line where the screen is wide enough. */
function SurveyRow({ survey }: { survey: Survey }) {
  const t = useT()
  const titleId = useId()
  return (
    <li className={classes.row}>
      <div className={classes.what}>
        <Title order={3} id={titleId}>
          {survey.title}
        </Title>
        <p className={classes.category}>{categoryLabel(survey.category, t)}</p>
      </div>
      <div className={classes.facts}>
        <CardFacts survey={survey} />
      </div>
      <PointsAmount points={survey.rewardPoints} />
      <SurveyAction survey={survey} titleId={titleId} />
    </li>
  )
}

function SurveyHistory() {
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
