import { Text } from '@mantine/core'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { Section } from '../../ui/page/section.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { SettingSwitch } from './setting-switch.tsx'
import { useUpdateSettings } from './use-update-settings.ts'

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
