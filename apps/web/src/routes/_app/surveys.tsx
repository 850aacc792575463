import { createFileRoute } from '@tanstack/react-router'
import { RequireMember } from '../../auth/require-member.tsx'
import { SurveysPage } from './-surveys/surveys-page.tsx'

export const Route = createFileRoute('/_app/surveys')({
  component: () => <RequireMember>{() => <SurveysPage />}</RequireMember>,
})
