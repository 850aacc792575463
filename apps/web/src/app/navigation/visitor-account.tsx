import { useT } from '../../i18n/use-t.ts'
import { useInvite } from '../../referral/use-invite.ts'
import { LinkButton } from '../../ui/actions/link-button.tsx'

/** The right end of the navigation for visitors. */
export function VisitorAccount() {
  const t = useT()
  const invite = useInvite()
  return (
    <>
      <LinkButton variant="subtle" to="/login" search={invite}>
        {t('nav.login')}
      </LinkButton>
      <LinkButton to="/signup" search={invite}>
        {t('nav.signup')}
      </LinkButton>
    </>
  )
}
