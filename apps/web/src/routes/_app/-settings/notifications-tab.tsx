import { Text } from '@mantine/core'
import { useUpdateSettings } from '../../../account/use-update-settings.ts'
import { useT } from '../../../i18n/use-t.ts'
import { trpc } from '../../../trpc.ts'
import { QueryView } from '../../../ui/query-view.tsx'
import { Section } from '../../../ui/section.tsx'
import { Skeletons } from '../../../ui/skeletons.tsx'
import { SettingSwitch } from './setting-switch.tsx'

export function NotificationsTab() {
  const t = useT()
  const settings = trpc.account.getSettings.useQuery()
  const { mutate: update } = useUpdateSettings()
  return (
    <QueryView query={settings} skeleton={<Skeletons count={1} height={300} />}>
      {({ mailsPayouts, mailsSignIns }) => (
        <Section title={t('notifications.title')} text={t('notifications.lead')}>
          <SettingSwitch
            label={t('notifications.payouts')}
            description={t('notifications.payoutsText')}
            isOn={mailsPayouts}
            onChange={(isOn) => update({ mailsPayouts: isOn })}
          />
          <SettingSwitch
            label={t('notifications.signIns')}
            description={t('notifications.signInsText')}
            isOn={mailsSignIns}
            onChange={(isOn) => update({ mailsSignIns: isOn })}
          />
          <Text size="sm" c="dimmed">
            {t('notifications.always')}
          </Text>
        </Section>
      )}
    </QueryView>
  )
}
