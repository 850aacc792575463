import { ClientLayout } from './client-layout.tsx'
import { ClientAccountPage } from './view/account-page.tsx'
import { BudgetPage } from './view/budget-page.tsx'
import { OverviewPage } from './view/overview-page.tsx'
import { SurveyPage } from './view/survey-page.tsx'

type Props = { survey?: string | undefined; tab?: 'budget' | 'account' | undefined }

/** The pages of someone who is signed in as a client. One route: each more would grow what members load. */
export function ClientHome({ survey, tab }: Props) {
  return (
    <ClientLayout>
      {survey ? (
        <SurveyPage key={survey} surveyId={String(survey)} />
      ) : tab === 'budget' ? (
        <BudgetPage />
      ) : tab === 'account' ? (
        <ClientAccountPage />
      ) : (
        <OverviewPage />
      )}
    </ClientLayout>
  )
}
