import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useT } from '../../i18n/use-t.ts'
import { Section } from '../../ui/page/section.tsx'
import { SettingSwitch } from '../settings/setting-switch.tsx'
import { useConsent } from './use-consent.ts'
import { useSaveConsent } from './use-save-consent.ts'

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
