import { createFileRoute } from '@tanstack/react-router'
import { RequireMember } from '../../auth/require-member.tsx'
import { useT } from '../../i18n/use-t.ts'
import { Page } from '../../ui/page.tsx'

export const Route = createFileRoute('/_app/surveys')({ component: SurveysPage })

function SurveysPage() {
  const t = useT()
  return <RequireMember>{() => <Page title={t('surveys.title')}>{null}</Page>}</RequireMember>
}
