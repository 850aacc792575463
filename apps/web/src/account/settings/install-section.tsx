import { Button } from '@mantine/core'
import { useT } from '../../i18n/use-t.ts'
import { useInstallOffer } from '../../offline/install-offer.ts'
import { Section } from '../../ui/page/section.tsx'

/** Nothing where the browser does not offer it. */
export function InstallSection() {
  const t = useT()
  const install = useInstallOffer()
  if (!install) return null
  return (
    <Section title={t('install.title')} text={t('install.text')}>
      <Button variant="default" onClick={install}>
        {t('install.action')}
      </Button>
    </Section>
  )
}
