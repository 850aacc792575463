import type { SurveyDetail } from '@chuma/contract/surveys/surveys'
import { IconBolt, IconExternalLink } from '@tabler/icons-react'
import { useT } from '../../i18n/use-t.ts'
import { Panel } from '../../ui/page/panel.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { SurveyLink } from '../survey-link.tsx'

/** In the place of the questions, where none are asked here. */
export function SurveyElsewhere({ survey: { id, kind, status } }: { survey: SurveyDetail }) {
  const t = useT()
  const isExternal = kind === 'external'
  return (
    <Panel>
      <EmptyState
        icon={isExternal ? <IconExternalLink /> : <IconBolt />}
        title={t(isExternal ? 'survey.externalTitle' : 'survey.instantTitle')}
        text={t(isExternal ? 'survey.externalText' : 'survey.instantText')}
        action={
          <SurveyLink surveyId={id} kind={kind}>
            {t(status === null ? 'surveys.take' : 'surveys.continue')}
          </SurveyLink>
        }
      />
    </Panel>
  )
}
