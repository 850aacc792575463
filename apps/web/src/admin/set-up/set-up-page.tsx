import { useLocation } from '@tanstack/react-router'
import { useAdminToken } from '../../auth/session.ts'
import { useT } from '../../i18n/use-t.ts'
import { brandName } from '../../site/brand.ts'
import { trpc } from '../../trpc.ts'
import { Page } from '../../ui/page/page.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { SecondFactorSection } from '../account/second-factor-section.tsx'
import { AdminLogout } from '../frame/admin-logout.tsx'
import { StepUpDialog } from '../step-up/step-up-dialog.tsx'
import { OpenedLink } from './opened-link.tsx'
import { SetUpMessage } from './set-up-message.tsx'
import { SetUpSteps } from './set-up-steps.tsx'
import { StepList } from './step-list.tsx'

/** Set up a new installation: with the link from its log at first, then as the owner whom the link created. */
export function SetUpPage() {
  const t = useT()
  const isSignedIn = useAdminToken() !== null
  const token = useLocation({ select: ({ hash }) => hash })
  return (
    <Page
      title={t('setUp.title', { name: brandName })}
      lead={t('setUp.lead')}
      aside={isSignedIn && token === '' && <AdminLogout />}
    >
      {token !== '' ? <OpenedLink token={token} /> : isSignedIn ? <OwnersSetUp /> : <WithoutLink />}
      <StepUpDialog />
    </Page>
  )
}

/** The first step lasts until the account has a second factor; only then the server takes the others. */
function OwnersSetUp() {
  const t = useT()
  const query = trpc.admin.getStaffMember.useQuery()
  return (
    <QueryView query={query} skeleton={<Skeletons count={2} height={160} />}>
      {(staff) => {
        if (!staff.isSetUpUnfinished)
          return <SetUpMessage title={t('setUp.overTitle')} text={t('setUp.over')} isInside />
        if (staff.isSecondFactorOn) return <SetUpSteps />
        return (
          <>
            <StepList shown="owner" doneSteps={[]} />
            <SecondFactorSection staff={staff} />
          </>
        )
      }}
    </QueryView>
  )
}

function WithoutLink() {
  const t = useT()
  return <SetUpMessage title={t('setUp.noLinkTitle')} text={t('setUp.noLink')} />
}
