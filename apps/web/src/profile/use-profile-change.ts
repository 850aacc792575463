import type { ProfileOverview } from '@chuma/contract/profile/profile'
import { type AttributeKey, PREFER_NOT, PROFILE_ATTRIBUTES } from '@chuma/contract/profile/profile-attributes'
import { type Language, t } from '../i18n/i18n.ts'
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
    failure: { title: t('word.notSaved'), offline: t('aboutYou.failed') },
  }
}

/** Say the codes of an answer in words. A code that the list no longer has is shown as it is. */
export function sayCodes(attribute: AttributeKey, codes: readonly string[], language: Language): string {
  const { options } = PROFILE_ATTRIBUTES[attribute]
  const say = (code: string) =>
    code === PREFER_NOT
      ? t('aboutYou.preferNot')
      : (options.find((option) => option.code === code)?.words[language] ?? code)
  return codes.map(say).join(', ')
}
