import { Title } from '@mantine/core'
import { Shell } from '../../../app/shell.tsx'
import { TopNavigation } from '../../../app/top-navigation.tsx'
import { VisitorAccount } from '../../../app/visitor-account.tsx'
import { useT } from '../../../i18n/use-t.ts'

export function LandingPage() {
  const t = useT()
  const header = <TopNavigation links={[{ to: '/', label: t('nav.home') }]} account={<VisitorAccount />} />
  return (
    <Shell header={header}>
      <Title order={1}>{t('landing.title')}</Title>
    </Shell>
  )
}
