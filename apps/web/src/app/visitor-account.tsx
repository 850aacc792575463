import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useInvite } from '../auth/use-invite.ts'
import { useT } from '../i18n/use-t.ts'

/** The right end of the navigation for somebody who is not signed in. */
export function VisitorAccount() {
  const t = useT()
  const invite = useInvite()
  return (
    <>
      <Button
        variant="subtle"
        px="sm"
        renderRoot={(props) => <Link to="/login" search={invite} {...props} />}
      >
        {t('nav.login')}
      </Button>
      <Button px="md" renderRoot={(props) => <Link to="/signup" search={invite} {...props} />}>
        {t('nav.signup')}
      </Button>
    </>
  )
}
