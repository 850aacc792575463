import type { SurveyDetail } from '@chuma/contract/surveys/surveys'
import { Button } from '@mantine/core'
import { IconCircleCheck, IconClockOff, IconUserOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { Panel } from '../../ui/page/panel.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { isSettled } from '../../ui/states/is-settled.ts'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { explainEarlyEnd, explainScreenOut } from './explain-screen-out.ts'
import { reviewNote } from './review-note.ts'
import { useUserSurveys } from './use-user-surveys.ts'

type Props = { survey: Pick<SurveyDetail, 'id' | 'kind' | 'status' | 'screenOutPoints'> }

/** Replaces the survey when nothing is left to do. */
export function SurveyEnded({ survey }: Props) {
  const t = useT()
  const { id, kind, status } = survey
  switch (status) {
    case 'completed':
      return kind === 'external' ? (
        <Ended icon={<IconCircleCheck />} title={t('survey.endedTitle')} text={t('survey.endedByPartner')} />
      ) : (
        <Completed surveyId={id} />
      )
    case 'screened_out':
      return <ScreenedOut survey={survey} />
    default:
      return <Ended icon={<IconClockOff />} title={t('survey.expiredTitle')} text={t('survey.expiredText')} />
  }
}

function Completed({ surveyId }: { surveyId: string }) {
  const t = useT()
  const surveys = useUserSurveys()
  if (!isSettled(surveys)) return <Skeletons count={1} height={380} />
  const attempt = surveys.data?.find((candidate) => candidate.surveyId === surveyId)
  const note = attempt?.review ? reviewNote(attempt.review, attempt.reward, t) : null
  return (
    <Ended icon={<IconCircleCheck />} title={t('survey.endedTitle')} text={note ?? t('survey.endedText')} />
  )
}

function ScreenedOut({ survey: { id: surveyId, kind, screenOutPoints = 0 } }: Props) {
  const t = useT()
  const surveys = useUserSurveys()
  if (!isSettled(surveys)) return <Skeletons count={1} height={380} />
  const attempt = surveys.data?.find((candidate) => candidate.surveyId === surveyId)
  if (kind === 'questions') {
    const paid =
      screenOutPoints > 0 ? t('run.endedPaid', { points: screenOutPoints }) : t('run.screenedOutNothing')
    const text = `${explainEarlyEnd(attempt?.screenOutReason ?? null, t)} ${paid}`.trim()
    return <Ended icon={<IconUserOff />} title={t('run.screenedOutTitle')} text={text} />
  }
  const reason = explainScreenOut(attempt?.screenOutReason ?? null, t)
  return (
    <Ended
      icon={<IconUserOff />}
      title={t('survey.screenedOutTitle')}
      text={`${attempt ? `${reason} ` : ''}${t('survey.screenedOutText')}`}
    />
  )
}

function Ended(state: { icon: ReactNode; title: string; text: string }) {
  const t = useT()
  return (
    <Panel>
      <EmptyState
        {...state}
        action={
          <Button renderRoot={(props) => <Link to="/surveys" {...props} />}>{t('wallet.toSurveys')}</Button>
        }
      />
    </Panel>
  )
}
