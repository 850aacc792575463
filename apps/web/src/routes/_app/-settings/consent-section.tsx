import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useSaveConsent } from '../../../account/use-save-consent.ts'
import { useConsent } from '../../../consent.ts'
import { useT } from '../../../i18n/use-t.ts'
import { Section } from '../../../ui/section.tsx'
import { SettingSwitch } from './setting-switch.tsx'

export function ConsentSection() {
  const t = useT()
  const isGiven = useConsent() === true
  const save = useSaveConsent()
  return (
    <Section title={t('consent.title')}>
      <SettingSwitch
        label={t('consent.allow')}
        description={t('consent.text')}
        isOn={isGiven}
        onChange={save}
      />
      <Text size="sm" c="dimmed">
        {t('consent.policyNote')}{' '}
        <Anchor renderRoot={(props) => <Link to="/privacy" {...props} />}>{t('nav.privacy')}</Anchor>
      </Text>
    </Section>
  )
}
