import { Button } from '@mantine/core'
import { IconListSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useT } from '../../i18n/use-t.ts'
import { Panel } from '../../ui/page/panel.tsx'
import { MessageState } from '../../ui/states/message-state.tsx'

/** An address without a survey, or of one that this member cannot take. */
export function SurveyUnknown() {
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
