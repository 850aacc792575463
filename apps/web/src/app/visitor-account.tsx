import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useT } from '../i18n/use-t.ts'

/** The right end of the navigation for somebody who is not signed in. */
export function VisitorAccount() {
  const t = useT()
  return (
    <>
      <Button variant="subtle" px="sm" renderRoot={(props) => <Link to="/login" {...props} />}>
        {t('nav.login')}
      </Button>
      <Button px="md" renderRoot={(props) => <Link to="/signup" {...props} />}>
        {t('nav.signup')}
      </Button>
    </>
  )
}
