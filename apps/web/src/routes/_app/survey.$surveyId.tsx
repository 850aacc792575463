import { createFileRoute } from '@tanstack/react-router'
import { RequireMember } from '../../auth/require-member.tsx'
import { useT } from '../../i18n/use-t.ts'
import { Page } from '../../ui/page.tsx'

export const Route = createFileRoute('/_app/survey/$surveyId')({ component: SurveyPage })

function SurveyPage() {
  const t = useT()
  return <RequireMember>{() => <Page title={t('survey.title')}>{null}</Page>}</RequireMember>
}
