import { Button } from '@mantine/core'
import { IconCircleCheck, IconLock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useT } from '../../../i18n/use-t.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Panel } from '../../../ui/panel.tsx'

/** In the place of the questions, when there is nothing left to answer. */
export function SurveyEnded({ isCompleted }: { isCompleted: boolean }) {
  const t = useT()
  return (
    <Panel>
      <EmptyState
        icon={isCompleted ? <IconCircleCheck /> : <IconLock />}
        title={t(isCompleted ? 'survey.endedTitle' : 'survey.closedTitle')}
        text={t(isCompleted ? 'survey.endedText' : 'survey.closedText')}
        action={
          <Button renderRoot={(props) => <Link to="/surveys" {...props} />}>{t('wallet.toSurveys')}</Button>
        }
      />
    </Panel>
  )
}
