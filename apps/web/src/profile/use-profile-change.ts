import type { ProfileOverview } from '@chuma/contract/profile/profile'
import { useT } from '../i18n/use-t.ts'
import { serverMessage, trpc } from '../trpc.ts'
import { showToast } from '../ui/dialogs/show-toast.ts'

/** What every change of the profile does: show the new one, and offer other surveys. */
export function useProfileChange() {
  const t = useT()
  const utils = trpc.useUtils()
  return {
    show(overview: ProfileOverview): void {
      utils.profile.getProfile.setData(undefined, overview)
      void utils.surveys.listSurveys.invalidate()
    },
    onError: (error: unknown) =>
      showToast({
        kind: 'error',
        title: t('aboutYou.failedTitle'),
        message: serverMessage(error, t('aboutYou.failed')),
      }),
  }
}
