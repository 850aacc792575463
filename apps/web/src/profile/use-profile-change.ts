import type { ProfileOverview } from '@chuma/contract/profile/profile'
import { useT } from '../i18n/use-t.ts'
import { trpc } from '../trpc.ts'

/** What every change of the profile does: show the new one, and offer other surveys. */
export function useProfileChange() {
  const t = useT()
  const utils = trpc.useUtils()
  return {
    show(overview: ProfileOverview): void {
      utils.profile.getProfile.setData(undefined, overview)
      void utils.surveys.listSurveys.invalidate()
    },
    failure: { title: t('aboutYou.failedTitle'), offline: t('aboutYou.failed') },
  }
}
