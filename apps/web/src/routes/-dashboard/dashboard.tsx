import type { User } from '@chuma/contract/auth'
import { useT } from '../../i18n/use-t.ts'
import { Page } from '../../ui/page.tsx'

export function Dashboard({ user }: { user: User }) {
  const t = useT()
  return (
    <Page title={t('dashboard.title')} lead={user.email}>
      {null}
    </Page>
  )
}
