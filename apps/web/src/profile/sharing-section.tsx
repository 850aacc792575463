import type { ProfileOverview } from '@chuma/contract/profile/profile'
import { Switch } from '@mantine/core'
import { formatDay } from '../i18n/format-date.ts'
import { useT } from '../i18n/use-t.ts'
import { trpc } from '../trpc.ts'
import { Section } from '../ui/page/section.tsx'
import { useProfileChange } from './use-profile-change.ts'

/** The consent to pass answers to partners, apart from the consent to store them. */
export function SharingSection({ sharedSince }: Pick<ProfileOverview, 'sharedSince'>) {
  const t = useT()
  const { show, onError } = useProfileChange()
  const share = trpc.profile.shareProfile.useMutation({ networkMode: 'always', onSuccess: show, onError })
  return (
    <Section title={t('aboutYou.sharing')} text={t('aboutYou.sharingText')}>
      <Switch
        label={t('aboutYou.sharingSwitch')}
        description={sharedSince ? t('aboutYou.sharedSince', { day: formatDay(sharedSince) }) : undefined}
        checked={sharedSince !== null}
        disabled={share.isPending}
        onChange={({ currentTarget }) => share.mutate({ isShared: currentTarget.checked })}
      />
    </Section>
  )
}
