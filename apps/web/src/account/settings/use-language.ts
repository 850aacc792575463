import { chooseLanguage, shownLanguage } from '../../i18n/choose-language.ts'
import type { Language } from '../../i18n/i18n.ts'
import { useT } from '../../i18n/use-t.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { useUpdateSettings } from './use-update-settings.ts'

/** The language of this device and of the member's account, which is also that of his mails. */
export function useLanguage() {
  const t = useT()
  const say = (message: string) => showToast({ kind: 'error', title: t('settings.failedTitle'), message })
  const { mutate } = useUpdateSettings({ onFailed: () => say(t('appearance.unsaved')) })
  const choose = (language: Language) => {
    chooseLanguage(language).then(
      () => mutate({ language }),
      () => say(t('settings.failed')),
    )
  }
  return { language: shownLanguage(), choose }
}
